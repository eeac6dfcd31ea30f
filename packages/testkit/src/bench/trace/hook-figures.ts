import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { skeinHome } from '@skein/store'
import { configFile, traceFolder, tryLock } from '@skein/trace'
import { until } from '../../until.ts'
import { median, type Figure } from '../figures.ts'
import { buildSkein } from '../store/skein-command.ts'

const BIN = fileURLToPath(new URL('../../../../cli/bin/skein.js', import.meta.url))

export const HOOK_ABOUT =
  '- the hook is the whole process that Claude Code waits for when a turn ends, with an input of 20 KB; the exporter that it starts has ended before the next one is timed. The reference is `node -e 0`.'

/** Enough for a median that stays the same. */
const RUNS = 50

/** What a turn of Claude Code waits for. */
export async function hookFigures(onFigure: (figure: Figure) => void): Promise<void> {
  buildSkein()
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-hook-'))
  const home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  const transcript = join(folder, 's1.jsonl')
  writeFileSync(transcript, '{}\n')
  // Without a target what hooks noted would stay, and the exporter never be done with it.
  mkdirSync(home.folder, { recursive: true, mode: 0o700 })
  const target = { kind: 'file', path: join(folder, 'spans.jsonl') }
  writeFileSync(configFile(home), JSON.stringify({ targets: { lines: target } }), { mode: 0o600 })
  const input = JSON.stringify({
    session_id: 's1',
    transcript_path: transcript,
    prompt_id: 'p1',
    hook_event_name: 'Stop',
    last_assistant_message: 'word '.repeat(4000),
  })
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, SKEIN_HOME: home.folder }
  const timed = (args: readonly string[]): number => {
    const start = performance.now()
    const { status, stderr } = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' })
    const seconds = (performance.now() - start) / 1000
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
    return seconds
  }
  const node: number[] = []
  const hook: number[] = []
  // One round before is not counted: it warms the file cache.
  for (let round = -1; round < RUNS; round++) {
    const bare = (): number => timed(['-e', '0'])
    const first = round % 2 === 0 ? bare() : null
    const own = timed([BIN, 'trace', 'hook'])
    await until('the exporter is done', () => isQuiet(home))
    const reference = first ?? bare()
    if (round < 0) continue
    node.push(reference)
    hook.push(own)
  }
  rmSync(folder, { recursive: true, force: true })
  const note = `median of ${RUNS} runs`
  const value = median(hook) / median(node)
  onFigure({ name: 'hook-vs-node', value, unit: 'x', bar: { atMost: 2.5 }, note })
  onFigure({ name: 'seconds: node -e 0', value: median(node), unit: 's' })
}

/** Every pointer is dealt with, and nobody is at it any more. */
function isQuiet(home: ReturnType<typeof skeinHome>): boolean {
  const { spool } = traceFolder(home.folder)
  if (existsSync(spool) && readdirSync(spool).length > 0) return false
  const lock = tryLock(home, '.spool')
  lock?.release()
  return lock !== null
}
