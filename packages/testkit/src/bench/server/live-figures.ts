import { spawn } from 'node:child_process'
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

/** A thousand clients on one session that grows. */
export async function liveFigures(minutes: number, onFigure: (figure: Figure) => void): Promise<void> {
  const bare = await bareFanOut()
  const root = mkdtempSync(join(tmpdir(), 'skein-bench-root-'))
  const session = new GrowingSession(root)
  const server = await ServedSkein.start(root, 1)
  try {
    const rss: number[] = []
    const rows = Math.round((minutes * 60_000) / EVERY_MS)
    const { text } = await server.ask(`/api/sessions/${session.id}/view`)
    // As the server answers.
    const { cursor } = JSON.parse(text) as SessionView
    const subscription = { kind: 'session', session: session.id, cursor }
    const result = await withClients(
      { url: `${server.url}/api/live`, cookie: await server.cookie(), count: COUNT, subscription },
      rows,
      (number) => {
        session.add()
        if (number % 10 === 0) rss.push(server.rss)
      },
    )
    if (result.fewest !== rows) throw new Error(`a client got ${result.fewest} of ${rows} rows`)
    const note = `${COUNT} clients, a row every ${EVERY_MS} ms for ${minutes} min, all rows at all clients`
    onFigure({ name: 'live-p95', value: result.p95, unit: 'ms', bar: { atMost: 150 }, note })
    onFigure({ name: 'live-p50', value: result.p50, unit: 'ms' })
    onFigure({ name: 'live-max', value: result.max, unit: 'ms' })
    onFigure({
      name: 'live-p95-vs-bare',
      value: result.p95 / bare.p95,
      unit: 'x',
      note: `bare: p95 ${bare.p95.toFixed(1)} ms, p50 ${bare.p50.toFixed(1)} ms`,
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
    await server.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

/** The same text to as many clients, by a server that does nothing else. */
async function bareFanOut(): Promise<ClientsResult> {
  const bare = await startBare('')
  const text = 'x'.repeat(2000)
  const options = { url: `${bare.url}/live`, cookie: '', count: COUNT, subscription: null }
  try {
    return await withClients(options, (BARE_SECONDS * 1000) / EVERY_MS, () =>
      bare.tell(`data: sent ${(performance.timeOrigin + performance.now()).toFixed(3)} ${text}\n\n`),
    )
  } finally {
    bare.stop()
  }
}

async function withClients(
  options: Omit<ClientsOptions, 'rows'>,
  rows: number,
  add: (number: number) => void,
): Promise<ClientsResult> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, CLIENTS, JSON.stringify({ ...options, rows })],
    {
      env: { PATH: process.env['PATH'] },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  try {
    await lineFrom(child, /ready( )/)
    const result = lineFrom(child, /result (\{.*\}) end/)
    const start = performance.now()
    for (let number = 0; number < rows; number++) {
      add(number)
      await pause(Math.max(0, start + (number + 1) * EVERY_MS - performance.now()))
    }
    // What is on its way counts too; who has not got it after so long will not get it.
    const late = setTimeout(() => child.stdin.write('end\n'), PATIENCE_MS)
    const text = await result
    clearTimeout(late)
    return JSON.parse(text) as ClientsResult
  } finally {
    child.kill()
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
