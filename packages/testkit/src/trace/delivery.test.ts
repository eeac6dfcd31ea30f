import { once } from 'node:events'
import { skeinHome } from '@skein/store'
import {
  exportHistory,
  listHistory,
  openSender,
  readTraceConfig,
  TraceLedger,
  type ExportSeams,
  type SendReport,
  type Target,
} from '@skein/trace'
import { CLAUDE_PRICES } from '@skein/view'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import type { PlainSpan } from './decoded-spans.ts'
import { FaultProxy } from './fault-proxy.ts'
import { Rotel, rotelBinary, Station, until } from './receivers.ts'
import { SentHistory } from './sent-history.ts'

const binary = rotelBinary() ?? ''
const isSkipped = skipUnlessAvailable('Rotel for this machine', binary !== '')
const name = isSkipped ? 'delivery (skipped: no Rotel for this machine)' : 'delivery'

/** Processes are started for every test; on a machine that is busy that takes its time. */
const PATIENCE_MS = 180_000

describe.skipIf(isSkipped)(name, { timeout: PATIENCE_MS }, () => {
  let history: SentHistory
  let station: Station
  let rotel: Rotel
  let proxy: FaultProxy
  let targets = 0

  beforeAll(() => {
    history = new SentHistory(6_000_000)
  }, PATIENCE_MS)
  afterAll(() => history.remove())

  beforeEach(async () => {
    station = await Station.start()
    rotel = await Rotel.start(binary, station)
    proxy = await FaultProxy.start(rotel.url)
  }, PATIENCE_MS)
  afterEach(async () => {
    await proxy.close()
    await rotel.kill()
    await station.close()
  }, PATIENCE_MS)

  it('the history is worth the name: many requests, every kind of span', () => {
    expect(history.spans.length).toBeGreaterThan(600)
    expect(new Set(history.spans.map(({ spanId }) => spanId)).size).toBe(history.spans.length)
  })

  it('every span arrives once, as it was sent, packed with gzip', async () => {
    const report = await send(target())
    await arrived(history.spans.length)
    expect(sorted(station.spans)).toEqual(sorted(history.spans))
    expect(report).toMatchObject({ sent: history.spans.length, resent: 0, failed: 0, stopped: null })
    expect(new Set(proxy.seen.map(({ encoding }) => encoding))).toEqual(new Set(['gzip']))
    expect(Math.max(...proxy.seen.map(({ spans }) => spans))).toBe(200)
    expect(Math.max(...proxy.seen.map(({ size }) => size))).toBeLessThanOrEqual(3_000_000)
  })

  it('without compression too', async () => {
    await send({ ...target(), compression: 'none' })
    await arrived(history.spans.length)
    expect(sorted(station.spans)).toEqual(sorted(history.spans))
    expect(new Set(proxy.seen.map(({ encoding }) => encoding))).toEqual(new Set(['']))
  })

  it('a second run finds nothing to send', async () => {
    const same = target()
    await send(same)
    const before = proxy.seen.length
    const report = await send(same)
    expect(report).toMatchObject({ sessions: 0, spans: 0, sent: 0 })
    expect(proxy.seen.length).toBe(before)
  })

  it.each([429, 503])(
    'a receiver that answers %s is asked again, later, and nothing is there twice',
    async (status) => {
      const waits: number[] = []
      proxy.faultOf = (n) =>
        n % 2 === 0 && n < 6 ? { kind: 'answer', status, headers: { 'retry-after': '7' } } : { kind: 'pass' }
      const report = await send(target(), { waits })
      await arrived(history.spans.length)
      expect(sorted(station.spans)).toEqual(sorted(history.spans))
      expect(report).toMatchObject({ resent: 0, failed: 0, stopped: null })
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(7000)
    },
  )

  it('a receiver that answers 413 gets smaller requests; what is too large by itself is told and given up', async () => {
    // What stands around a span makes the largest one too large.
    const most = history.largest
    proxy.faultOf = (_, size) => (size > most ? { kind: 'answer', status: 413 } : { kind: 'pass' })
    const told: string[] = []
    const same = target()
    const report = await send(same, { told })
    expect(report.failed).toBeGreaterThan(0)
    expect(report.sent + report.failed).toBe(history.spans.length)
    await arrived(report.sent)
    const there = new Set(station.spans.map(keyOf))
    expect(history.spans.filter((span) => !there.has(keyOf(span))).length).toBe(report.failed)
    expect(told.filter((line) => line.includes('too large')).length).toBe(report.failed)
    const taken = proxy.seen.filter(({ fault }) => fault === 'pass')
    expect(Math.max(...taken.map(({ size }) => size))).toBeLessThanOrEqual(most)
    expect(await send(same)).toMatchObject({ sent: 0, spans: 0 })
  })

  it('lost answers: all is there, and twice is exactly what the ledger counted as sent again', async () => {
    proxy.faultOf = (n) => ({ kind: n === 1 || n === 4 ? 'lose' : 'pass' })
    const same = target()
    const report = await send(same)
    await arrived(history.spans.length + report.resent)
    expect(distinct(station.spans)).toEqual(distinct(history.spans))
    expect(report.resent).toBeGreaterThan(0)
    expect(station.spans.length - history.spans.length).toBe(report.resent)
    expect(statusOf(same)).toMatchObject({
      acknowledged: history.spans.length,
      pending: 0,
      resent: report.resent,
    })
  })

  it('a receiver that is too slow is taken for one whose answer was lost', async () => {
    proxy.faultOf = (n) => ({ kind: n === 2 ? 'hold' : 'pass' })
    // Long enough for those that are not held, also on a machine that is busy.
    const report = await send({ ...target(), timeoutMs: 10_000 })
    await arrived(history.spans.length + report.resent)
    expect(distinct(station.spans)).toEqual(distinct(history.spans))
    expect(report.resent).toBeGreaterThan(0)
    expect(station.spans.length - history.spans.length).toBe(report.resent)
  })

  it('a receiver that is down is waited for; none of it counts as sent', async () => {
    const url = rotel.url
    await rotel.kill()
    let waited = 0
    // Nobody listens at the address: the connection is refused, as it is while a collector restarts.
    const same = { ...target(), url: `${url}/v1/traces` }
    const stopped = await send(same, { tries: 3, onWait: async () => void waited++ })
    expect(stopped).toMatchObject({ sent: 0, resent: 0, stopped: { code: 'stopped' } })
    expect(waited).toBeGreaterThan(0)
    expect(statusOf(same)).toMatchObject({ acknowledged: 0, unknown: 0, resent: 0 })
    rotel = await Rotel.start(binary, station)
    const report = await send({ ...same, url: `${rotel.url}/v1/traces` })
    await arrived(history.spans.length)
    expect(sorted(station.spans)).toEqual(sorted(history.spans))
    expect(report).toMatchObject({ sent: history.spans.length, resent: 0, stopped: null })
  })

  it('a receiver that is killed in the middle of a request gets all of it when it is back', async () => {
    let isDown = false
    proxy.faultOf = (n) =>
      n === 3
        ? {
            kind: 'break',
            meanwhile: async () => {
              // What it has answered for, it has passed on: Rotel keeps nothing over its own death.
              await until(() => station.spans.length >= passed())
              isDown = true
              await rotel.kill()
            },
          }
        : isDown
          ? { kind: 'answer', status: 503 }
          : { kind: 'pass' }
    const onWait = async (): Promise<void> => {
      if (!isDown) return
      isDown = false
      rotel = await Rotel.start(binary, station)
      proxy.upstream = rotel.url
    }
    const same = target()
    const report = await send(same, { onWait })
    await arrived(history.spans.length)
    expect(distinct(station.spans)).toEqual(distinct(history.spans))
    // Half a request is none: it was sent again because nobody could know that.
    expect(report.resent).toBeGreaterThan(0)
    expect(station.spans.length - history.spans.length).toBeLessThanOrEqual(report.resent)
    expect(statusOf(same)).toMatchObject({ acknowledged: history.spans.length, pending: 0 })
  })

  it('a sender that is killed with requests on their way loses nothing, and counts what it sends again', async () => {
    proxy.faultOf = (n) => ({ kind: n >= 2 ? 'hold' : 'pass' })
    // A request that a busy machine is slow with is none without an answer.
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: proxy.url, OTEL_EXPORTER_OTLP_TIMEOUT: '120000' }
    const child = history.start(['trace', 'send', '--all'], env)
    await until(() => proxy.seen.length >= 4)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const onTheWay = proxy.seen
      .filter(({ fault }) => fault === 'hold')
      .reduce((sum, { spans }) => sum + spans, 0)
    proxy.faultOf = () => ({ kind: 'pass' })
    const { stdout } = await history.runBeside(['trace', 'send', '--all', '--json'], env)
    const [report] = (JSON.parse(stdout) as { targets: SendReport[] }).targets
    await arrived(history.spans.length + onTheWay)
    expect(distinct(station.spans)).toEqual(distinct(history.spans))
    expect(report.resent).toBe(onTheWay)
    expect(station.spans.length - history.spans.length).toBe(onTheWay)
  })

  function target(): Target {
    const { settings } = readTraceConfig({ home: home(), env: {} })
    return {
      name: `receiver-${targets++}`,
      kind: 'otlp',
      url: `${proxy.url}/v1/traces`,
      headers: {},
      compression: 'gzip',
      timeoutMs: 60_000,
      profile: 'genai',
      settings,
    }
  }

  async function send(to: Target, options: SendOptions = {}): Promise<SendReport> {
    const roots = [history.root]
    const { sender, close } = await openSender({
      home: home(),
      roots,
      target: to,
      prices: CLAUDE_PRICES,
      // As the command that wrote the expected spans.
      version: '0.1.0',
      userHome: history.folder,
      tell: (line) => options.told?.push(line),
      seams: seams(options),
      ...(options.tries === undefined ? {} : { tries: options.tries }),
    })
    try {
      await exportHistory(sender, { sessions: listHistory({ home: home(), roots }), roots, now: Date.now() })
      return sender.report()
    } finally {
      await close()
    }
  }

  function statusOf({ name: wanted }: Target): unknown {
    return TraceLedger.statusIn(home()).find((status) => status.name === wanted)
  }

  function home() {
    return skeinHome({ SKEIN_HOME: history.home })
  }

  /** Waits for that many spans, and then for one more of our own: what is there twice has come before it. */
  async function arrived(count: number): Promise<void> {
    await until(() => station.spans.length >= count)
    await rotel.mark(station)
    expect(station.spans.length).toBe(count)
  }

  function passed(): number {
    return proxy.seen.filter(({ fault }) => fault === 'pass').reduce((sum, { spans }) => sum + spans, 0)
  }
})

interface SendOptions {
  readonly told?: string[]
  readonly waits?: number[]
  readonly tries?: number
  readonly onWait?: () => Promise<void>
}

/** A clock that moves when somebody waits. */
function seams({ waits, onWait }: SendOptions): ExportSeams {
  let now = Date.UTC(2026, 4, 1)
  return {
    now: () => now,
    random: () => 0.5,
    sleep: async (ms) => {
      waits?.push(ms)
      now += ms
      await onWait?.()
    },
  }
}

function keyOf({ traceId, spanId }: PlainSpan): string {
  return `${traceId} ${spanId}`
}

function sorted(spans: readonly PlainSpan[]): PlainSpan[] {
  return spans.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** Each span once; what arrived twice must be the same both times. */
function distinct(spans: readonly PlainSpan[]): PlainSpan[] {
  const found = new Map<string, PlainSpan>()
  for (const span of spans) {
    const known = found.get(keyOf(span))
    if (known !== undefined) expect(span).toEqual(known)
    found.set(keyOf(span), span)
  }
  return sorted([...found.values()])
}
