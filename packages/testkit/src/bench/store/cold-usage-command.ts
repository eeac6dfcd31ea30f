import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from './command.ts'

/** What the command below prints. */
export interface ColdUsageOutput {
  readonly total: Readonly<Record<'input' | 'output' | 'cacheRead' | 'cacheWrite5m' | 'cacheWrite1h', number>>
  readonly messages: number
  readonly slices: number
  readonly counts: {
    readonly bytes: number
    readonly lines: number
    readonly fastRows: number
    readonly exactLines: number
    readonly wholeTranscripts: number
    readonly threads: number
  }
  /** Highest resident set of the whole process, runtime included. */
  readonly peakMegabytes: number
}

/** Counts the usage of config roots without an index, in a bundle like the one that is shipped. */
export function coldUsageCommand(roots: readonly string[]): Command {
  const main = join(folder, 'cold-usage.js')
  mkdirSync(folder, { recursive: true })
  const entry = join(folder, 'cold-usage.ts')
  writeFileSync(entry, program())
  bundle(entry, main)
  bundle(source('store/src/embedded/workers/usage-worker.ts'), join(folder, 'workers', 'usage-worker.js'))
  return { name: 'skein cold usage', file: process.execPath, args: [main, ...roots] }
}

const folder = fileURLToPath(new URL('../../../../../.cache/bench-store', import.meta.url))

function source(path: string): string {
  return fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
}

function program(): string {
  return `import { coldUsage } from ${JSON.stringify(source('store/src/embedded/usage/cold-usage.ts'))}
import { discover } from ${JSON.stringify(source('store/src/files/discovery/discover.ts'))}

const { transcripts } = discover(process.argv.slice(2))
const { slices, counts } = await coldUsage({ transcripts })
const total = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 }
for (const { tokens } of slices) for (const key of Object.keys(total)) total[key] += tokens[key]
const messages = slices.reduce((sum, slice) => sum + slice.messages, 0)
const peakMegabytes = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ total, messages, slices: slices.length, counts, peakMegabytes }))
`
}

function bundle(entry: string, outfile: string): void {
  const esbuild = fileURLToPath(new URL('../../../../../node_modules/.bin/esbuild', import.meta.url))
  const options = [
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--target=node20.19',
    '--conditions=skein-source',
  ]
  execFileSync(esbuild, [entry, `--outfile=${outfile}`, '--log-level=warning', ...options])
}
