import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { wireSpan, wireSpans } from '../../test/wire-spans.ts'
import { TraceLedger } from '../ledger/ledger.ts'
import type { TargetLedger } from '../ledger/target-ledger.ts'
import type { EncodedSpan } from '../wire/wire-span.ts'
import type { Answer, Transport } from './answer.ts'
import { Delivery } from './delivery.ts'
import { Exporter, type ExporterOptions } from './exporter.ts'

let ledger: TraceLedger
let target: TargetLedger

beforeEach(() => {
  ledger = TraceLedger.passing()
  target = ledger.target('work', 'http://127.0.0.1/v1/traces')
})
afterEach(() => ledger.close())

const TAKEN: Answer = { kind: 'taken', rejected: 0, words: '' }
const LATER: Answer = { kind: 'later', taken: 'no', words: 'HTTP 429', waitMs: null }

/** A transport whose answers are given, the last one for all that follow. */
class Answers implements Transport {
  readonly bodies: string[] = []
  readonly #answers: readonly ((body: string) => Answer)[]
  most = 0
  #onTheWay = 0

  constructor(...answers: readonly (Answer | ((body: string) => Answer))[]) {
    this.#answers = answers.map((answer) => (typeof answer === 'function' ? answer : () => answer))
  }

  async deliver(pieces: readonly Uint8Array[]) {
    const body = Buffer.concat(pieces).toString()
    this.most = Math.max(this.most, ++this.#onTheWay)
    const answer = this.#answers[Math.min(this.bodies.push(body), this.#answers.length) - 1](body)
    await new Promise((done) => setImmediate(done))
    this.#onTheWay--
    return { answer, bytes: body.length }
  }

  async close(): Promise<void> {}
}

interface Sent {
  readonly exporter: Exporter
  readonly told: readonly string[]
  readonly waits: readonly number[]
  readonly error: unknown
  readonly isDone: () => boolean
}

async function sent(
  spans: readonly EncodedSpan[],
  transport: Transport,
  options: Partial<ExporterOptions> = {},
): Promise<Sent> {
  const told: string[] = []
  const waits: number[] = []
  let now = 0
  const exporter = new Exporter({
    ledger: target,
    transport,
    frame: { head: '[', tail: ']', bytes: 2 },
    seams: {
      now: () => now,
      random: () => 1,
      sleep: async (ms) => {
        waits.push(ms)
        now += ms
      },
    },
    tell: (line) => told.push(line),
    ...options,
  })
  let done = 0
  const delivery = new Delivery(() => done++)
  let error: unknown = null
  try {
    await exporter.send(spans, delivery)
    delivery.close()
    await exporter.flush()
  } catch (thrown) {
    error = thrown
    await exporter.settle()
  }
  return { exporter, told, waits, error, isDone: () => done === 1 }
}

describe('Exporter', () => {
  it('sends at most 200 spans and 3 MB in a request, and two requests at a time', async () => {
    const transport = new Answers(TAKEN)
    const spans = [...wireSpans(450), ...wireSpans(8, { trace: 2, bytes: 1_000_000 })]
    const { exporter, isDone } = await sent(spans, transport)
    // Small ones fill up by number, large ones by size: 50 small and two large, then two large each.
    const counts = transport.bodies.map((body) => (JSON.parse(body) as unknown[]).length)
    expect(counts).toEqual([200, 200, 52, 2, 2, 2])
    const bytes = transport.bodies.reduce((sum, body) => sum + body.length, 0)
    expect(exporter.totals).toMatchObject({ sent: 458, requests: 6, bytes, failed: 0, resent: 0 })
    expect(Math.max(...transport.bodies.map((body) => body.length))).toBeLessThanOrEqual(3_000_000)
    expect(transport.most).toBe(2)
    expect(isDone()).toBe(true)
  })

  it('waits longer each time, and at least as long as it is asked to', async () => {
    const transport = new Answers(LATER, LATER, { ...LATER, waitMs: 90_000 } as Answer, TAKEN)
    const { exporter, waits, error } = await sent(wireSpans(1), transport)
    expect([waits, error]).toEqual([[1000, 2000, 90_000], null])
    expect(exporter.totals).toMatchObject({ sent: 1, resent: 0 })
  })

  it('counts what it sends again only where the first may have arrived', async () => {
    const unknown: Answer = { kind: 'later', taken: 'unknown', words: 'HTTP 502', waitMs: null }
    const { exporter } = await sent(wireSpans(7), new Answers(unknown, LATER, unknown, TAKEN))
    expect(exporter.totals).toMatchObject({ sent: 7, resent: 14 })
    expect(ledger.status()[0]).toMatchObject({ acknowledged: 7, resent: 14, pending: 0 })
  })

  it('gives up after some tries, says why, and remembers what is left', async () => {
    const { exporter, error, isDone } = await sent(wireSpans(3), new Answers(LATER), { tries: 4 })
    expect(error).toMatchObject({ code: 'stopped', message: 'work: it took nothing in 4 tries: HTTP 429' })
    expect(exporter.stopped).toBe(error)
    expect(isDone()).toBe(false)
    expect(ledger.status()[0]).toMatchObject({
      pending: 3,
      unknown: 0,
      lastError: { line: 'it took nothing in 4 tries: HTTP 429' },
    })
  })

  it('stops at once where the keys are wrong: one line, one request', async () => {
    const stop: Answer = { kind: 'stop', words: 'the keys were not accepted', remedy: 'check them' }
    const transport = new Answers(stop)
    const { error, told } = await sent(wireSpans(2000), transport)
    expect(error).toMatchObject({ code: 'stopped', message: 'work: the keys were not accepted' })
    expect(told).toEqual([])
    expect(transport.bodies.length).toBeLessThanOrEqual(2)
  })

  it('splits what is too large, down to the span that is', async () => {
    const tooLarge: Answer = { kind: 'too-large', words: 'HTTP 413' }
    const spans = [...wireSpans(9), wireSpan(9, { bytes: 5000 })]
    const transport = new Answers((body) => (/x{4000}/.test(body) ? tooLarge : TAKEN))
    const { exporter, told, isDone } = await sent(spans, transport)
    expect(exporter.totals).toMatchObject({ sent: 9, failed: 1, resent: 0 })
    expect(told).toEqual(['a span of 5001 bytes is too large for the target (HTTP 413)'])
    expect(isDone()).toBe(true)
    expect(ledger.status()[0]).toMatchObject({ acknowledged: 9, failed: 1, pending: 0 })
  })

  it('never makes a request for a span that is more than one may have', async () => {
    const transport = new Answers(TAKEN)
    const { exporter, told } = await sent([wireSpan(1, { bytes: 3_000_000 })], transport)
    expect([transport.bodies.length, exporter.totals.failed, told.length]).toEqual([0, 1, 1])
  })

  it('finds the span that is refused, tells it, and sends the others', async () => {
    const refused: Answer = { kind: 'refused', words: 'HTTP 400: no such field' }
    const spans = [...wireSpans(249), wireSpan(249, { bytes: 5000 })]
    const transport = new Answers((body) => (/x{4000}/.test(body) ? refused : TAKEN))
    const { exporter, told, isDone } = await sent(spans, transport)
    expect(exporter.totals).toMatchObject({ sent: 249, failed: 1, resent: 0 })
    expect(told).toEqual(['1 span was refused by the target: HTTP 400: no such field'])
    expect(isDone()).toBe(true)
    expect(ledger.status()[0]).toMatchObject({ acknowledged: 249, failed: 1, pending: 0 })
  })

  it.each([
    { kind: 'refused', words: 'HTTP 400: protobuf only' },
    { kind: 'too-large', words: 'HTTP 413' },
  ] as const)('stops where everything is $kind, and gives up next to nothing', async (answer) => {
    const { exporter, error } = await sent(wireSpans(5000), new Answers(answer))
    expect(error).toMatchObject({
      code: 'stopped',
      message: `work: it refuses everything: ${answer.words}`,
    })
    // Three, and as many of the request that was on its way meanwhile.
    expect(exporter.totals).toMatchObject({ sent: 0 })
    expect(exporter.totals.failed).toBeLessThanOrEqual(6)
    expect(ledger.status()[0].failed).toBe(exporter.totals.failed)
  })

  it('stops where everything is refused from some moment on', async () => {
    const refused: Answer = { kind: 'refused', words: 'HTTP 400: quota' }
    const { exporter, error } = await sent(wireSpans(5000), new Answers(TAKEN, refused))
    expect(error).toMatchObject({ code: 'stopped', message: 'work: it refuses everything: HTTP 400: quota' })
    expect(exporter.totals.sent).toBe(200)
    expect(exporter.totals.failed).toBeLessThanOrEqual(40)
  })

  it('says once that it tries again', async () => {
    const { told } = await sent(wireSpans(1), new Answers(LATER, LATER, TAKEN))
    expect(told).toEqual(['HTTP 429; trying again'])
  })

  it('waits for nobody who asks for more than two minutes', async () => {
    const { error, waits } = await sent(wireSpans(1), new Answers({ ...LATER, waitMs: 120_001 } as Answer))
    const message = 'work: it wants to be asked again in 121 s: HTTP 429'
    expect([error, waits]).toEqual([expect.objectContaining({ code: 'stopped', message }), []])
  })

  it('tells what a target that took everything warns of', async () => {
    const warned: Answer = { kind: 'taken', rejected: 0, words: 'old schema' }
    const { told, exporter } = await sent(wireSpans(2), new Answers(warned))
    expect([told, exporter.totals.sent, exporter.totals.rejected]).toEqual([
      ['the target says: old schema'],
      2,
      0,
    ])
  })

  it('counts what the target took and did not keep', async () => {
    const partly: Answer = { kind: 'taken', rejected: 2, words: 'too old' }
    const { exporter, told } = await sent(wireSpans(5), new Answers(partly))
    expect(exporter.totals).toMatchObject({ sent: 5, rejected: 2 })
    expect(told).toEqual(['2 spans were not kept by the target: too old'])
  })

  it('stops where the user does, and leaves the rest for the next time', async () => {
    const stop = new AbortController()
    const transport = new Answers(() => {
      stop.abort()
      return TAKEN
    })
    const { exporter, error } = await sent(wireSpans(2000), transport, { signal: stop.signal })
    expect(error).toMatchObject({ code: 'cancelled' })
    expect(exporter.totals.sent).toBe(transport.bodies.length * 200)
    expect(ledger.status()[0].acknowledged).toBe(exporter.totals.sent)
  })

  it('a failure of its own is thrown, not swallowed', async () => {
    const { error } = await sent(
      wireSpans(1),
      new Answers(() => {
        throw new Error('the disk')
      }),
    )
    expect(error).toEqual(new Error('the disk'))
  })
})
