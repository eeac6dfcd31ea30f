import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { traceFolder } from '@skein/trace'
import type { SkeinHome } from '@skein/store'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OtlpCapture, spansIn } from './otlp-capture.ts'
import { leftIn, SpooledHistory } from './spooled-history.ts'

const KILL_AT = pathToFileURL(fileURLToPath(new URL('../edit/kill-at.mjs', import.meta.url))).href

const history = new SpooledHistory(3)
afterAll(() => history.remove())

let receiver: OtlpCapture
/** What a run that nothing disturbs sends. */
let everything: string[]

async function listen(onRequest?: (number: number) => boolean): Promise<string> {
  receiver = new OtlpCapture(onRequest)
  return receiver.listen()
}
afterEach(() => receiver.close())

/** Every span that arrived, as often as it did. */
function arrived(): string[] {
  return receiver.requests
    .flatMap(({ body }) => spansIn(body))
    .map(({ traceId, spanId }) => `${traceId} ${spanId}`)
    .toSorted()
}

/** How many spans the ledger says were sent twice. */
async function resent(home: SkeinHome): Promise<number> {
  const { stdout } = await history.start(home, ['status', '--json']).ended
  return (JSON.parse(stdout) as { targets: [{ resent: number }] }).targets[0].resent
}

beforeAll(async () => {
  const home = history.home(await listen())
  expect((await history.start(home, ['drain']).ended).code).toBe(0)
  everything = arrived()
  expect({ isSome: everything.length > 10, isOnce: new Set(everything).size === everything.length }).toEqual({
    isSome: true,
    isOnce: true,
  })
  expect(leftIn(home)).toEqual([])
  await receiver.close()
})

describe('an exporter that is killed', () => {
  it(
    'before any change of the spool loses nothing and sends nothing twice',
    { timeout: 300_000 },
    async () => {
      const url = await listen()
      let kills = 0
      for (let at = 1; ; at++) {
        receiver.requests.length = 0
        const home = history.home(url)
        const { code } = await history.start(home, ['drain'], {
          NODE_OPTIONS: `--import=${KILL_AT}`,
          SKEIN_TEST_KILL_AT: String(at),
          SKEIN_TEST_KILL_WITHIN: traceFolder(home.folder).spool,
        }).ended
        if (code === 0) break
        kills++
        expect((await history.start(home, ['drain']).ended).code).toBe(0)
        expect({ at, arrived: arrived(), left: leftIn(home) }).toEqual({ at, arrived: everything, left: [] })
      }
      // Each pointer is taken and removed.
      expect(kills).toBeGreaterThanOrEqual(6)
    },
  )

  it(
    'while a request is on its way sends that one again, and the ledger knows',
    { timeout: 300_000 },
    async () => {
      let victim: { readonly child: ChildProcess; readonly at: number } | null = null
      const url = await listen((number) => {
        if (number !== victim?.at) return true
        victim.child.kill('SIGKILL')
        return false
      })
      for (const at of [1, 2, 3]) {
        receiver.requests.length = 0
        const home = history.home(url)
        const { child, ended } = history.start(home, ['drain'])
        victim = { child, at }
        expect((await ended).code).toBe(null)
        victim = null
        const unanswered = spansIn(receiver.requests[at - 1].body).length
        expect((await history.start(home, ['drain']).ended).code).toBe(0)
        const spans = arrived()
        expect({ at, spans: [...new Set(spans)], left: leftIn(home) }).toEqual({
          at,
          spans: everything,
          left: [],
        })
        expect([spans.length - everything.length, await resent(home)]).toEqual([unanswered, unanswered])
      }
    },
  )
})

it('two exporters and a bulk run at once send everything once', { timeout: 300_000 }, async () => {
  const home = history.home(await listen())
  const runs = [['drain'], ['send', '--all', '--json'], ['drain']].map(
    (args) => history.start(home, args).ended,
  )
  expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([0, 0, 0])
  expect({ arrived: arrived(), left: leftIn(home), resent: await resent(home) }).toEqual({
    arrived: everything,
    left: [],
    resent: 0,
  })
})

it('keeps every pointer while nothing is taken, and sends it later', { timeout: 300_000 }, async () => {
  const closed = createServer((_request, response) => response.writeHead(401).end())
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
  const { port } = closed.address() as AddressInfo // It listens on a port, not on a pipe.
  const home = history.home(`http://127.0.0.1:${port}`)
  const before = leftIn(home).length
  try {
    expect((await history.start(home, ['drain']).ended).code).toBe(0)
  } finally {
    await new Promise((done) => closed.close(done))
  }
  expect(leftIn(home)).toHaveLength(before)
  expect(readFileSync(traceFolder(home.folder).log, 'utf8')).toContain('401')
  history.aim(home, await listen())
  expect((await history.start(home, ['drain']).ended).code).toBe(0)
  expect({ arrived: arrived(), left: leftIn(home) }).toEqual({ arrived: everything, left: [] })
})
