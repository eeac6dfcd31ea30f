import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SessionView } from '@skein/view'
import type { Figure } from '../figures.ts'
import { startBare } from './bare-server.ts'
import { GrowingSession } from './growing-session.ts'
import { lineFrom } from './line-from.ts'
import { ServedSkein } from './served-skein.ts'
import type { ClientsOptions, ClientsResult } from './sse-clients.ts'

const CLIENTS = fileURLToPath(new URL('sse-clients.ts', import.meta.url))
const COUNT = 1000
const EVERY_MS = 100
const BARE_SECONDS = 10
const PATIENCE_MS = 60_000

/** A thousand clients on one session that grows. The bare server has its turns between: what disturbs one, disturbs both. */
export async function liveFigures(minutes: number, onFigure: (figure: Figure) => void): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'skein-bench-root-'))
  const session = new GrowingSession(root)
  const server = await ServedSkein.start(root, 1)
  const bare = await startBare('')
  const clients: Clients[] = []
  try {
    const rss: number[] = []
    const rows = Math.round((minutes * 60_000) / EVERY_MS)
    const bareRows = (BARE_SECONDS * 1000) / EVERY_MS
    const { text } = await server.ask(`/api/sessions/${session.id}/view`)
    // As the server answers.
    const { cursor } = JSON.parse(text) as SessionView
    const subscription = { topic: `session:${session.id}`, cursor }
    const cookie = await server.cookie()
    const own = new Clients({ url: `${server.url}/api/live`, cookie, count: COUNT, rows, subscription })
    clients.push(own)
    await own.ready
    const other = new Clients({
      url: `${bare.url}/live`,
      cookie: '',
      count: COUNT,
      rows: bareRows,
      subscription: null,
    })
    clients.push(other)
    await other.ready
    for (let turn = 0; turn < TURNS; turn++) {
      await paced(partOf(bareRows, turn), () =>
        bare.tell(`data: sent ${(performance.timeOrigin + performance.now()).toFixed(3)} ${FILLING}\n\n`),
      )
      await paced(partOf(rows, turn), (number) => {
        session.add()
        if (number % 10 === 0) rss.push(server.rss)
      })
    }
    const [result, reference] = [await own.result(), await other.result()]
    if (result.fewest !== rows) throw new Error(`a client got ${result.fewest} of ${rows} rows`)
    const note = `${COUNT} clients, a row every ${EVERY_MS} ms for ${minutes} min, all rows at all clients`
    onFigure({ name: 'live-p95', value: result.p95, unit: 'ms', bar: { atMost: 150 }, note })
    onFigure({ name: 'live-p50', value: result.p50, unit: 'ms' })
    onFigure({ name: 'live-max', value: result.max, unit: 'ms' })
    onFigure({
      name: 'live-p95-vs-bare',
      value: result.p95 / reference.p95,
      unit: 'x',
      note: `bare: p95 ${reference.p95.toFixed(1)} ms, p50 ${reference.p50.toFixed(1)} ms, by turns in the same minutes`,
    })
    const third = Math.max(1, Math.floor(rss.length / 3))
    const [first, last] = [mean(rss.slice(0, third)), mean(rss.slice(-third))]
    onFigure({
      name: 'live-rss-growth',
      value: last / first,
      unit: 'x',
      bar: { atMost: 1.1 },
      note: `last third ${last.toFixed(0)} MB, first third ${first.toFixed(0)} MB`,
    })
  } finally {
    for (const one of clients) one.stop()
    bare.stop()
    await server.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

/** As many bytes as an event of ours. */
const FILLING = 'x'.repeat(2000)
const TURNS = 5

/** How many of `all` fall on a turn. */
function partOf(all: number, turn: number): number {
  return Math.floor((all * (turn + 1)) / TURNS) - Math.floor((all * turn) / TURNS)
}

/** Does something so many times, one every `EVERY_MS`. */
export async function paced(times: number, work: (number: number) => void): Promise<void> {
  const start = performance.now()
  for (let number = 0; number < times; number++) {
    work(number)
    await pause(Math.max(0, start + (number + 1) * EVERY_MS - performance.now()))
  }
}

/** A process with the clients of one server. */
export class Clients {
  readonly #child: ChildProcess
  readonly #result: Promise<string>
  /** When all of them are told what comes. */
  readonly ready: Promise<unknown>

  constructor(options: ClientsOptions) {
    this.#child = spawn(process.execPath, [...process.execArgv, CLIENTS, JSON.stringify(options)], {
      env: { PATH: process.env['PATH'] },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.ready = lineFrom(this.#child, /ready( )/)
    this.#result = lineFrom(this.#child, /result (\{.*\}) end/)
    // Told by `result`; until then nobody may be listening.
    this.#result.catch(() => undefined)
  }

  /** What is on its way counts too; who has not got it after so long will not get it. */
  async result(): Promise<ClientsResult> {
    const late = setTimeout(() => this.#child.stdin?.write('end\n'), PATIENCE_MS)
    const text = await this.#result
    clearTimeout(late)
    return JSON.parse(text) as ClientsResult
  }

  stop(): void {
    this.#child.kill()
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
