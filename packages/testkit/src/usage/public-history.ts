import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import type { Tokens, UsageLine } from './usage-line.ts'
import { usageLines } from './usage-line.ts'

/** Transcripts laid out as a config root, which is all that ccusage reads. */
export interface LaidOutHistory {
  readonly root: string
  readonly files: readonly string[]
}

/** Copies transcripts into a fresh config root: each folder a project, whatever names the files had. */
export function layOut(transcripts: readonly string[]): LaidOutHistory {
  const root = mkdtempSync(join(tmpdir(), 'skein-public-'))
  const above = commonFolder(transcripts)
  const files = transcripts.map((path) => {
    const [project, ...rest] = path.slice(above.length + 1).split(sep)
    const to = join(root, 'projects', project, rest.join('--'))
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(path, to)
    return to
  })
  return { root, files: files.sort() }
}

export function linesIn({ files }: LaidOutHistory): UsageLine[] {
  return files.flatMap((path) => usageLines(path, readFileSync(path)))
}

/** What ccusage prints of a config root, by day. */
export function ccusageDays(binary: string, root: string): Map<string, Tokens> {
  const home = mkdtempSync(join(tmpdir(), 'skein-ccusage-home-'))
  const { stdout, status, stderr } = spawnSync(binary, ['claude', 'daily', '--json', '--offline'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, CLAUDE_CONFIG_DIR: root, TZ: 'UTC' },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (status !== 0) throw new Error(`ccusage ended with ${status}: ${stderr.slice(0, 400)}`)
  // The form of ccusage's own --json.
  const { daily } = JSON.parse(stdout) as { daily: readonly CcusageDay[] }
  return new Map(
    daily.map((day) => [
      day.date,
      [day.inputTokens, day.outputTokens, day.cacheReadTokens, day.cacheCreationTokens] as const,
    ]),
  )
}

interface CcusageDay {
  readonly date: string
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheCreationTokens: number
}

function commonFolder(paths: readonly string[]): string {
  let folder = dirname(paths[0])
  while (!paths.every((path) => path.startsWith(folder + sep))) folder = dirname(folder)
  return folder
}
