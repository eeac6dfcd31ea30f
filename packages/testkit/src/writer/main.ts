import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CrashStage, faultsOf, resumeFaults } from './crash.ts'
import { recordRows } from './record-rows.ts'

const usage = `usage: npm run writer -- <command>

  crash   kill -9 writers at random moments; every row that they said was written has to be there, and both recorded
          versions of the real program have to go on with the file   [--kills 100] [--seed 1] [--kernel-only]
  rows    let the real program write the rows that ours are compared with`

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      'kernel-only': { type: 'boolean', default: false },
    },
  })
  const kills = Number(values.kills)
  if (positionals[0] === 'rows') return rows()
  if (positionals[0] !== 'crash' || !Number.isSafeInteger(kills) || kills < 1) {
    console.error(usage)
    return 2
  }
  return crash({ kills, seed: values.seed, isKernelOnly: values['kernel-only'] })
}

async function rows(): Promise<number> {
  writeFileSync(fileURLToPath(new URL('written-by-2.1.325.jsonl', import.meta.url)), await recordRows())
  return 0
}

function bundledWriter(folder: string): string {
  const outfile = join(folder, 'endless-writer.mjs')
  const entry = fileURLToPath(new URL('../../test/endless-writer.ts', import.meta.url))
  const bundler = fileURLToPath(new URL('../../../../scripts/bundle-program.mjs', import.meta.url))
  execFileSync(process.execPath, [bundler, JSON.stringify({ entry, outfile })])
  return outfile
}

interface CrashRun {
  kills: number
  seed: string
  isKernelOnly: boolean
}

/** Each transcript dies three times at most, so that there are many and that they are gone on with. */
async function crash({ kills, seed, isKernelOnly }: CrashRun): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-writer-crash-'))
  const counts = { kills: 0, transcripts: 0, acknowledged: 0, torn: 0, resumes: 0, failures: 0 }
  try {
    const stage = new CrashStage(folder, bundledWriter(folder))
    while (counts.kills < kills) {
      const deaths = Math.min((counts.transcripts % 3) + 1, kills - counts.kills)
      const name = `${seed}-${counts.transcripts}`
      const left = await stage.kill(name, deaths)
      const faults = [...faultsOf(left), ...(isKernelOnly ? [] : await resumeFaults(left))]
      for (const fault of faults) console.log(`${name}: ${fault}`)
      counts.kills += deaths
      counts.transcripts++
      counts.acknowledged += left.acknowledged.length
      counts.torn += left.bytes.at(-1) === 0x0a ? 0 : 1
      counts.resumes += isKernelOnly ? 0 : 2
      counts.failures += faults.length
      console.error(`${counts.kills} of ${kills}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(JSON.stringify({ seed, ...counts }))
  return counts.failures === 0 ? 0 : 1
}
