import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { skeinHome } from '@skein/store'
import { configFile, runHook } from '@skein/trace'
import { hugeTranscript } from '../corpora.ts'
import { median, type Figure } from '../figures.ts'
import { buildSkein } from '../store/skein-command.ts'
import { parseCommand } from './parse-command.ts'

const BIN = fileURLToPath(new URL('../../../../cli/bin/skein.js', import.meta.url))

export const STOP_ABOUT =
  '- the exporter that a `Stop` starts (`skein trace drain`, a whole process with a file for a target) after one more turn: of a session of 60 MB with 200 sub-agents, and of one of 10 KB. The references are `node -e 0`, and a program that parses every line of the large session with `JSON.parse`.'

const LARGE_BYTES = 60_000_000
const RUNS = 15

/** What a turn costs after it has ended, however much there is before it. */
export async function stopFigures(seed: string, onFigure: (figure: Figure) => void): Promise<void> {
  buildSkein()
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-stop-'))
  try {
    const large = new StoppedSession(join(folder, 'large'), hugeTranscript(LARGE_BYTES, seed))
    const small = new StoppedSession(join(folder, 'small'), null)
    const parse = parseCommand(large.root)
    const seconds: Record<'large' | 'small' | 'parse' | 'node', number[]> = {
      large: [],
      small: [],
      parse: [],
      node: [],
    }
    // One round before is not counted: it warms the file cache.
    for (let round = -1; round < RUNS; round++) {
      const times = {
        large: large.stop(),
        parse: timed(parse.args, {}),
        small: small.stop(),
        node: timed(['-e', '0'], {}),
      }
      if (round < 0) continue
      for (const name of ['large', 'small', 'parse', 'node'] as const) seconds[name].push(times[name])
    }
    const of = (name: keyof typeof seconds): number => median(seconds[name])
    const note = `median of ${RUNS} runs`
    onFigure({
      name: 'stop-60MB-vs-10KB',
      value: of('large') / of('small'),
      unit: 'x',
      bar: { atMost: 1.5 },
      note,
    })
    onFigure({ name: 'stop-vs-parse', value: of('large') / of('parse'), unit: 'x', bar: { atMost: 1 }, note })
    onFigure({ name: 'stop-vs-node', value: of('large') / of('node'), unit: 'x', note })
    onFigure({ name: 'seconds: JSON.parse', value: of('parse'), unit: 's' })
    onFigure({ name: 'seconds: node -e 0', value: of('node'), unit: 's' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A session of which everything was sent, on a machine of its own. */
class StoppedSession {
  readonly root: string
  readonly #folder: string
  readonly #transcript: string
  readonly #env: Record<string, string>
  #turns = 0

  /** A copy of a transcript with its sub-agents; null for a small one. */
  constructor(folder: string, origin: string | null) {
    this.#folder = folder
    this.root = join(folder, 'config')
    const project = join(this.root, 'projects', 'app')
    mkdirSync(project, { recursive: true })
    this.#transcript = join(project, 's1.jsonl')
    if (origin === null) for (let turn = 0; turn < 20; turn++) this.#add()
    else {
      cpSync(origin, this.#transcript)
      const sidecars = origin.replace(/\.jsonl$/, '')
      if (statSync(sidecars, { throwIfNoEntry: false }))
        cpSync(sidecars, join(project, 's1'), { recursive: true })
    }
    const home = join(folder, 'home')
    this.#env = { HOME: folder, SKEIN_HOME: home, CLAUDE_CONFIG_DIR: this.root, TZ: 'UTC' }
    mkdirSync(home, { mode: 0o700 })
    const target = { kind: 'file', path: join(folder, 'spans.jsonl') }
    const config = configFile(skeinHome(this.#env))
    writeFileSync(config, JSON.stringify({ targets: { lines: target } }), { mode: 0o600 })
    timed([BIN, 'trace', 'send', '--all', '--json'], this.#env)
  }

  /** One more turn, and how long its exporter takes, in seconds. */
  stop(): number {
    this.#add()
    const input = { session_id: 's1', transcript_path: this.#transcript, hook_event_name: 'Stop' }
    runHook({ home: join(this.#folder, 'home'), input: () => input, startExporter: () => {} })
    const before = statSync(join(this.#folder, 'spans.jsonl')).size
    const seconds = timed([BIN, 'trace', 'drain'], this.#env)
    if (statSync(join(this.#folder, 'spans.jsonl')).size === before) throw new Error('the turn was not sent')
    return seconds
  }

  #add(): void {
    const turn = ++this.#turns
    const about = { sessionId: 's1', isSidechain: false, cwd: dirname(this.#folder), version: '2.1.325' }
    const timestamp = new Date(Date.now() + turn).toISOString()
    const rows = [
      { type: 'user', uuid: `bench-p${turn}`, message: { role: 'user', content: 'And now?' } },
      {
        type: 'assistant',
        uuid: `bench-a${turn}`,
        parentUuid: `bench-p${turn}`,
        message: {
          id: `msg-bench-${turn}`,
          role: 'assistant',
          model: 'claude-opus-5',
          content: [{ type: 'text', text: 'That is all. '.repeat(20) }],
          usage: { input_tokens: 10, output_tokens: 60 },
        },
      },
    ]
    const parentUuid = turn === 1 ? null : `bench-a${turn - 1}`
    appendFileSync(
      this.#transcript,
      rows.map((row) => `${JSON.stringify({ parentUuid, timestamp, ...about, ...row })}\n`).join(''),
    )
  }
}

function timed(args: readonly string[], env: Readonly<Record<string, string>>): number {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  const seconds = (performance.now() - start) / 1000
  if (status !== 0) throw new Error(`${args.slice(0, 4).join(' ')} ended with ${status}: ${stderr}`)
  return seconds
}
