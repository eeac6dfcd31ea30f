import { TraceError } from '../errors.ts'
import type { Noted, TargetLedger } from '../ledger/target-ledger.ts'
import { encodedBody, type WireFrame } from '../wire/wire-body.ts'
import type { EncodedSpan } from '../wire/wire-span.ts'
import type { Answer, Transport } from './answer.ts'
import { backoffMs, MOST_ASKED_MS, type ExportSeams } from './backoff.ts'
import type { Delivery } from './delivery.ts'

export interface ExporterOptions {
  readonly ledger: TargetLedger
  readonly transport: Transport
  /** What stands around the spans of a request. */
  readonly frame: WireFrame
  readonly seams: ExportSeams
  /** Tells people a fact, in one line without secrets. */
  readonly tell: (line: string) => void
  readonly signal?: AbortSignal
  /** How often a request is tried before the target counts as gone. */
  readonly tries?: number
}

export interface ExportTotals {
  /** Spans that the target has taken. */
  readonly sent: number
  /** Requests that it took. */
  readonly requests: number
  /** Of bodies, before and after compression. */
  readonly bytes: number
  readonly wireBytes: number
  /** Spans that it will never take. */
  readonly failed: number
  /** Spans that it took and did not keep, as it says. */
  readonly rejected: number
  /** Spans that were sent again though they may have been taken. */
  readonly resent: number
}

type Refusal = Extract<Answer, { kind: 'refused' | 'too-large' }>

interface Item {
  readonly span: EncodedSpan
  readonly bytes: number
  readonly delivery: Delivery
}

/**
 * Brings spans to a target in requests of bounded size, and tells the ledger what became of each.
 *
 * Contract: `send` resolves when there is room for more, so that memory is bounded by a few requests, and throws once the
 * target has stopped taking anything. `flush` resolves when nothing is on its way. No span is dropped without a count.
 */
export class Exporter {
  readonly #options: ExporterOptions
  /** What the spans of a request may have, with the commas between them. */
  readonly #mostBytes: number
  #waiting: Item[] = []
  #waitingBytes = 0
  readonly #onTheWay = new Set<Promise<void>>()
  #stopped: TraceError | null = null
  #failure: unknown = null
  /** Spans in a row that the target would not take, each by itself. */
  #refusals = 0
  /** Somebody was told that the target is tried again; until it takes something, once is enough. */
  #isTold = false
  /** Nobody sends before this moment: the target asked for it. */
  #quietUntil = 0
  readonly #totals = { sent: 0, requests: 0, bytes: 0, wireBytes: 0, failed: 0, rejected: 0, resent: 0 }

  constructor(options: ExporterOptions) {
    this.#options = options
    this.#mostBytes = MOST_BYTES - options.frame.bytes
  }

  get totals(): ExportTotals {
    return { ...this.#totals }
  }

  /** Why nothing is sent any more; null while all is well. */
  get stopped(): TraceError | null {
    return this.#stopped
  }

  async send(spans: readonly EncodedSpan[], delivery: Delivery): Promise<void> {
    for (const span of spans) {
      this.#throwIfOver()
      const bytes = span.json.length + 1
      if (bytes > this.#mostBytes) {
        this.#tooLarge(span, bytes)
        continue
      }
      if (this.#waiting.length >= MOST_SPANS || this.#waitingBytes + bytes > this.#mostBytes)
        await this.#depart()
      this.#options.ledger.claim(span)
      delivery.add()
      this.#waiting.push({ span, bytes, delivery })
      this.#waitingBytes += bytes
    }
  }

  async flush(): Promise<void> {
    try {
      await this.#depart()
    } finally {
      await this.settle()
    }
    this.#throwIfOver()
  }

  /** Resolves when no request is on its way; what is waiting stays where it is. */
  async settle(): Promise<void> {
    await Promise.all(this.#onTheWay)
  }

  /** Starts a request with what is waiting, as soon as there are not too many. */
  async #depart(): Promise<void> {
    while (this.#onTheWay.size >= MOST_REQUESTS) await Promise.race(this.#onTheWay)
    this.#throwIfOver()
    const items = this.#waiting
    if (items.length === 0) return
    this.#waiting = []
    this.#waitingBytes = 0
    const way = this.#deliver(items)
      .catch((error: unknown) => void (this.#failure ??= error))
      .finally(() => this.#onTheWay.delete(way))
    this.#onTheWay.add(way)
  }

  #tooLarge(span: EncodedSpan, bytes: number): void {
    const { ledger, tell } = this.#options
    tell(`a span of ${bytes} bytes is more than a request may have`)
    ledger.giveUp({ spans: [span], again: new Set() })
    this.#totals.failed++
  }

  async #deliver(items: readonly Item[]): Promise<void> {
    const spans = items.map(({ span }) => span)
    for (let tries = 1; ; tries++) {
      if (!(await this.#isMyTurn())) return this.#options.ledger.release(spans)
      const { noted, answer } = await this.#request(items, spans)
      switch (answer.kind) {
        case 'taken':
          return this.#acknowledge(items, noted, answer)
        case 'refused':
        case 'too-large':
          this.#takeBack(noted)
          if (items.length === 1) return this.#refused(items[0], answer)
          return this.#inHalves(items)
        case 'stop':
          this.#takeBack(noted)
          this.#stop(answer.words, answer.remedy)
          return this.#options.ledger.release(spans)
        case 'later':
          if (answer.taken === 'no') this.#takeBack(noted)
          this.#waitFor(answer, tries)
      }
    }
  }

  async #request(
    items: readonly Item[],
    spans: readonly EncodedSpan[],
  ): Promise<{ readonly noted: Noted; readonly answer: Answer }> {
    const { ledger, transport, frame } = this.#options
    const body = encodedBody(spans, frame)
    const noted = ledger.note(spans)
    this.#totals.resent += noted.again.size
    const { answer, bytes } = await transport.deliver(body)
    if (answer.kind === 'taken') {
      this.#totals.requests++
      this.#totals.bytes += items.reduce((sum, item) => sum + item.bytes, frame.bytes - 1)
      this.#totals.wireBytes += bytes
    }
    return { noted, answer }
  }

  #acknowledge(items: readonly Item[], noted: Noted, answer: Extract<Answer, { kind: 'taken' }>): void {
    const { ledger, seams, tell } = this.#options
    const rejected = Math.min(answer.rejected, items.length)
    ledger.acknowledge(noted, { now: seams.now(), rejected })
    this.#refusals = 0
    this.#isTold = false
    this.#totals.sent += items.length
    this.#totals.rejected += rejected
    if (rejected > 0)
      tell(`${counted(rejected)} not kept by the target${answer.words && `: ${answer.words}`}`)
    else if (answer.words !== '') tell(`the target says: ${answer.words}`)
    for (const { delivery } of items) delivery.settle()
  }

  /** One span may be why all of them were refused. */
  async #inHalves(items: readonly Item[]): Promise<void> {
    const half = items.length >> 1
    await this.#deliver(items.slice(0, half))
    await this.#deliver(items.slice(half))
  }

  #refused({ span, bytes, delivery }: Item, { kind, words }: Refusal): void {
    const { tell, ledger } = this.#options
    tell(
      kind === 'refused'
        ? `1 span was refused by the target: ${words}`
        : `a span of ${bytes} bytes is too large for the target (${words})`,
    )
    ledger.giveUp({ spans: [span], again: new Set() })
    this.#totals.failed++
    delivery.settle()
    // A bad span is bad luck; nothing but bad ones is a target that wants something else.
    const most = this.#totals.sent === 0 ? MOST_REFUSALS_AT_FIRST : MOST_REFUSALS
    if (++this.#refusals >= most)
      this.#stop(`it refuses everything: ${words}`, 'mend that, and send with --again')
  }

  #takeBack(noted: Noted): void {
    this.#options.ledger.takeBack(noted)
    this.#totals.resent -= noted.again.size
  }

  /** Sets the moment of the next try, or ends it all after too many. */
  #waitFor({ words, waitMs }: Extract<Answer, { kind: 'later' }>, tries: number): void {
    const { seams, tell, signal, tries: most = MOST_TRIES } = this.#options
    const remedy = 'run it again later: nothing is lost'
    if ((waitMs ?? 0) > MOST_ASKED_MS)
      return this.#stop(
        `it wants to be asked again in ${Math.ceil((waitMs ?? 0) / 1000)} s: ${words}`,
        remedy,
      )
    if (tries >= most)
      return this.#stop(`it took nothing in ${tries === 1 ? '1 try' : `${tries} tries`}: ${words}`, remedy)
    if (!this.#isTold && !signal?.aborted) tell(`${words}; trying again`)
    this.#isTold = true
    const pause = backoffMs(tries, waitMs, seams.random())
    this.#quietUntil = Math.max(this.#quietUntil, seams.now() + pause)
  }

  /** Waits until the target wants to hear something; false where nothing is sent any more. */
  async #isMyTurn(): Promise<boolean> {
    const { seams, signal } = this.#options
    for (;;) {
      if (signal?.aborted) this.#stopped ??= cancelled()
      if (this.#stopped !== null) return false
      const pause = this.#quietUntil - seams.now()
      if (pause <= 0) return true
      await seams.sleep(pause, signal)
    }
  }

  #stop(words: string, remedy: string): void {
    if (this.#stopped !== null) return
    const { ledger, seams } = this.#options
    this.#stopped = new TraceError('stopped', `${ledger.name}: ${words}`, { remedy })
    ledger.noteError(words, seams.now())
  }

  #throwIfOver(): void {
    if (this.#failure !== null) throw this.#failure
    if (this.#options.signal?.aborted) this.#stopped ??= cancelled()
    if (this.#stopped !== null) throw this.#stopped
  }
}

/** What a request may have: more is refused by some targets. */
const MOST_SPANS = 200
const MOST_BYTES = 3_000_000
const MOST_REQUESTS = 2
const MOST_REFUSALS_AT_FIRST = 3
const MOST_REFUSALS = 20
/** A minute and a half. */
const MOST_TRIES = 8

function cancelled(): TraceError {
  return new TraceError('cancelled', 'stopped', {
    remedy: 'run it again to go on: what was sent is remembered',
  })
}

function counted(spans: number): string {
  return spans === 1 ? '1 span was' : `${spans} spans were`
}
