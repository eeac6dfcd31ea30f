import type { TranscriptMark } from '../ledger/transcript-marks.ts'
import type { PreparedSession } from '../prepare/prepared-session.ts'
import { prepareTurns, traceOptions } from '../prepare/prepared-turn.ts'
import type { PreparedTurn, PrepareSettings, SessionTask, SpannedTurn } from '../prepare/prepared-turn.ts'
import { Scrubber } from '../scrub/scrubber.ts'
import { traceTurns } from '../spans/trace-turns.ts'
import type { TracedSession } from '../spans/turn.ts'
import type { EncodedSpan } from '../wire/wire-span.ts'
import { Delivery } from './delivery.ts'
import { freshSpans } from './fresh-spans.ts'
import { openTracedSession } from './open-traced-session.ts'
import type { SendCounts } from './send-report.ts'
import type { SenderParts, SessionOutcome } from './sender.ts'

export interface RunParts extends Pick<SenderParts, 'origins' | 'exporter' | 'ledger'> {
  readonly settings: PrepareSettings
}

/** One look at one session. */
export class SessionRun {
  readonly #task: SessionTask
  readonly #parts: RunParts
  readonly #counts: SendCounts
  readonly #delivery = new Delivery(() => this.#mark())
  readonly #open: string[] = []
  /** Nothing was left out that another look might send. */
  #isWhole = true

  constructor(task: SessionTask, parts: RunParts, counts: SendCounts) {
    this.#task = task
    this.#parts = parts
    this.#counts = counts
  }

  /** `prepared` is what a thread makes of it; without one it is done here. */
  async send(prepared: PreparedSession | null): Promise<SessionOutcome> {
    if (prepared === null) {
      const session = openTracedSession(this.#task.files)
      this.#countRead()
      for (const turn of this.#turnsOf(session)) await this.#take(turn)
    } else {
      await prepared.read()
      this.#countRead()
      await this.#takeAll(prepared)
    }
    if (this.#parts.exporter !== null) this.#delivery.close()
    return { unchanged: false, open: this.#open.length }
  }

  /**
   * A thread goes through every turn, since it does not know what the target has. Where it learned secrets from one that is not
   * sent, what it made of those after it is not what one sees who never looked at that turn: they are done again here.
   */
  async #takeAll(prepared: PreparedSession): Promise<void> {
    const sent: boolean[] = []
    for await (const turn of prepared.turns()) {
      const isSent = await this.#take(turn)
      sent.push(isSent)
      if (!isSent && turn.kind === 'spans' && turn.taught) return this.#goOn(sent)
    }
  }

  async #goOn(sent: readonly boolean[]): Promise<void> {
    let place = 0
    for (const turn of this.#turnsOf(openTracedSession(this.#task.files))) {
      const before = sent[place++]
      if (before === undefined) await this.#take(turn)
      else if (before && turn.kind === 'spans') turn.encoded()
    }
  }

  #turnsOf(session: TracedSession): Iterable<PreparedTurn> {
    const { origins, settings } = this.#parts
    const scrubber = new Scrubber({ key: settings.key, redact: settings.settings.redact })
    const turns = traceTurns(session, traceOptions(this.#task, settings, origins.of(session.id)))
    return prepareTurns(turns, this.#task, { settings, scrubber })
  }

  #countRead(): void {
    const { main, agents } = this.#task.files
    this.#counts.sessions++
    for (const { stamp } of [main, ...agents]) this.#counts.read += stamp.size
  }

  /** Lines up what is new of a turn; whether there was anything. */
  async #take(turn: PreparedTurn): Promise<boolean> {
    switch (turn.kind) {
      case 'open':
        this.#counts.open++
        this.#open.push(turn.traceId)
        return false
      case 'left-out':
        this.#counts[turn.why]++
        if (turn.why === 'tooOld') this.#isWhole = false
        return false
      case 'unchanged':
        return false
      case 'spans':
        return this.#lineUp(turn)
    }
  }

  async #lineUp(turn: SpannedTurn): Promise<boolean> {
    const { ledger, exporter } = this.#parts
    const { again = false } = this.#task.options
    const fresh = freshSpans(turn, { ledger, counts: this.#counts, again })
    if (fresh.length === 0) return false
    this.#counts.turns++
    this.#counts.spans += fresh.length
    const json = turn.encoded()
    const spans = fresh.map((place): EncodedSpan => {
      const { spanId, message } = turn.spans[place]
      return { traceId: turn.traceId, spanId, message, json: json[place] }
    })
    if (exporter === null) for (const span of spans) ledger.claim(span)
    else await exporter.send(spans, this.#delivery)
    return true
  }

  #mark(): void {
    if (!this.#isWhole) return
    const { files, options } = this.#task
    const { settled } = options
    const marks = new Map<string, TranscriptMark>()
    for (const { path, stamp } of files.agents) marks.set(path, { ...stamp, settled, open: [] })
    marks.set(files.main.path, { ...files.main.stamp, settled, open: this.#open })
    this.#parts.ledger.marks.set(marks)
  }
}
