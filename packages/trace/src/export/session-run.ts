import type { TranscriptMark } from '../ledger/transcript-marks.ts'
import type { PreparedSession } from '../prepare/prepared-session.ts'
import { isUnchanged, traceOptions } from '../prepare/prepared-turn.ts'
import type { PreparedTurn, PrepareSettings, SessionTask, SpannedTurn } from '../prepare/prepared-turn.ts'
import { SessionPreparation, type SessionSight } from '../prepare/session-preparation.ts'
import { traceTurns } from '../spans/trace-turns.ts'
import { piecesOf } from '../wire/encode-all.ts'
import type { EncodedSpan } from '../wire/wire-span.ts'
import { Delivery } from './delivery.ts'
import { freshSpans } from './fresh-spans.ts'
import { endsOf, openTracedSession } from './open-traced-session.ts'
import type { SendCounts } from './send-report.ts'
import type { SenderParts, SessionOutcome } from './sender.ts'
import { sessionEnd } from './session-end.ts'

export interface RunParts extends Pick<SenderParts, 'origins' | 'exporter' | 'ledger'> {
  readonly settings: PrepareSettings
}

/** One look at one session. */
export class SessionRun {
  readonly #task: SessionTask
  readonly #parts: RunParts
  readonly #counts: SendCounts
  readonly #delivery = new Delivery(() => this.#mark())
  #open = 0
  #ends = ''
  #sight: SessionSight | null = null
  /** Nothing was left out that another look might send. */
  #isWhole = true

  constructor(task: SessionTask, parts: RunParts, counts: SendCounts) {
    this.#task = task
    this.#parts = parts
    this.#counts = counts
  }

  /** `prepared` is what a thread makes of it; without one it is done here. */
  async send(prepared: PreparedSession | null): Promise<SessionOutcome> {
    // Before anything is read: what is written meanwhile is behind it.
    const { main } = this.#task.files
    this.#ends = endsOf(main.file, main.stamp.size)
    if (prepared === null) await this.#sendHere()
    else await this.#sendPrepared(prepared)
    if (this.#parts.exporter !== null) this.#delivery.close()
    return { unchanged: false, open: this.#open }
  }

  async #sendHere(): Promise<void> {
    const end = sessionEnd(this.#task, this.#parts)
    if (end !== null) {
      this.#countRead(end.bytes)
      for (const turn of end.turns) await this.#take(turn)
      this.#sight = end.sight
      return
    }
    const { settings, origins } = this.#parts
    const opened = openTracedSession(this.#task.files)
    this.#countRead(opened.bytes)
    const preparation = new SessionPreparation({ task: this.#task, settings, opened })
    const turns = traceTurns(opened, traceOptions(this.#task, settings, origins.of(opened.id)))
    for (const turn of preparation.turns(turns)) await this.#take(turn)
    this.#sight = preparation.sight
  }

  async #sendPrepared(prepared: PreparedSession): Promise<void> {
    await prepared.read()
    const { main, agents } = this.#task.files
    this.#countRead([main, ...agents].reduce((sum, { stamp }) => sum + stamp.size, 0))
    const turns = prepared.turns()
    let next = await turns.next()
    for (; next.done !== true; next = await turns.next()) await this.#take(next.value)
    this.#sight = next.value
  }

  #countRead(bytes: number): void {
    this.#counts.sessions++
    this.#counts.read += bytes
  }

  /** Lines up what is new of a turn. */
  async #take(turn: PreparedTurn): Promise<void> {
    switch (turn.kind) {
      case 'open':
        this.#counts.open++
        this.#open++
        return
      case 'left-out':
        this.#counts[turn.why]++
        // Another run may ask for it, or a row that has a time may come.
        if (turn.why === 'tooOld' || turn.why === 'noTime') this.#isWhole = false
        return
      case 'unchanged':
        return
      case 'spans':
        return this.#lineUp(turn)
    }
  }

  async #lineUp(turn: SpannedTurn): Promise<void> {
    const { ledger, exporter } = this.#parts
    const { again = false } = this.#task.options
    const fresh = freshSpans(turn, { ledger, counts: this.#counts, again })
    if (fresh.length === 0) return
    this.#counts.turns++
    this.#counts.spans += fresh.length
    const pieces = piecesOf(turn.json)
    const spans = fresh.map((place): EncodedSpan => {
      const { spanId, message } = turn.spans[place]
      return { traceId: turn.traceId, spanId, message, json: pieces[place] }
    })
    if (exporter === null) for (const span of spans) ledger.claim(span)
    else await exporter.send(spans, this.#delivery)
  }

  #mark(): void {
    if (!this.#isWhole || this.#sight === null) return
    const { files, options, known } = this.#task
    const { settled } = options
    const { open, agents, bookmark, lessons } = this.#sight
    const turnOf = new Map(agents)
    const marks = new Map<string, TranscriptMark>()
    for (const agent of files.agents) {
      const turn = turnOf.get(agent.path) ?? known.get(agent.path)?.turn ?? ''
      if (turn === known.get(agent.path)?.turn && isUnchanged(agent, known)) continue
      marks.set(agent.path, { ...NOTHING_MORE, ...agent.stamp, settled, turn })
    }
    const main = { ...NOTHING_MORE, ...files.main.stamp, settled, ends: this.#ends, open, bookmark, lessons }
    marks.set(files.main.path, main)
    this.#parts.ledger.marks.set(marks)
  }
}

const NOTHING_MORE = { ends: '', open: [], turn: '', bookmark: null, lessons: [] }
