import type { ByteSource, Transcript } from '@skein/transcript'
import type { ViewUpdate } from '../live/view-delta.ts'
import { agentsSince, stepsOfCalls } from './agent-steps.ts'
import { viewDelta } from './make-delta.ts'
import type { SessionModelOptions, ViewPlace, ViewWindow } from './model-options.ts'
import { DEFAULT_WINDOW } from './model-options.ts'
import { isOpen } from './open-step.ts'
import { firstSteps, jsonBytes, lastSteps, PageOfTurns } from './page.ts'
import { rowAt } from './row-at.ts'
import type { Touched } from './session-state.ts'
import { SessionState } from './session-state.ts'
import type { SessionView, TurnHead, TurnView } from './session-view.ts'
import type { StepView } from './step-view.ts'
import { Suspects } from './suspects.ts'

/** Steps of one turn; `next` is the `from` of the following page. */
export interface TurnSteps {
  readonly turn: TurnHead
  readonly steps: readonly StepView[]
  readonly next: number | null
}

/**
 * What a page shows of one transcript, kept up to date as bytes arrive.
 *
 * Contract: a view depends on the bytes, the options and the sub-agents' figures alone, never on how the bytes were cut, what
 * was asked before, or in which order. Folding what `append`, `since` and `agentsChanged` say into an earlier view gives the
 * view of now. Bytes are handed over by `feed` or `append` in order, from the start of the file; bodies are read through
 * `source`, which must hold the same bytes at the same offsets. Where it was rewritten, reading throws or shows something
 * else, and the model is to be thrown away.
 */
export class SessionModel {
  readonly #source: ByteSource
  readonly #options: SessionModelOptions
  readonly #window: ViewWindow
  #state: SessionState
  /** Bytes taken in, those of an unfinished line too. */
  #size = 0
  /** The last line was whole without its newline: it was read as if it had one. */
  #lent = false
  #rebuilt = false

  constructor(source: ByteSource, options: SessionModelOptions) {
    this.#source = source
    this.#options = options
    this.#window = options.window ?? DEFAULT_WINDOW
    this.#state = new SessionState(source, options)
  }

  /** The structure behind the view. */
  get transcript(): Transcript {
    return this.#state.transcript
  }

  /** Bytes of whole lines that were taken in. A last line without newline counts when it is a whole object. */
  get offset(): number {
    return this.transcript.scan.offset - (this.#lent ? 1 : 0)
  }

  /** Bytes that were taken in: where the next ones are to begin. */
  get size(): number {
    return this.#size
  }

  /** Bytes of what is kept of bodies so that the same page need not be read again, about. */
  get keptBytes(): number {
    return this.#state.keptBytes
  }

  /** Names the state of the view. */
  get cursor(): string {
    return `${this.#options.generation}:${this.offset}`
  }

  /** Takes in bytes without saying what they change: for all that was there before anybody looked. */
  feed(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#size += bytes.length
    if (this.#lent && bytes[0] !== NEWLINE) return this.#rebuild()
    const rest = this.#lent ? bytes.subarray(1) : bytes
    this.#lent = false
    this.#state.feed(rest)
    if (!this.#isWholeLine(rest.at(-1))) return
    this.#state.feed(LENT_NEWLINE)
    this.#lent = true
  }

  /** Takes in bytes and says what they changed. */
  append(bytes: Uint8Array): ViewUpdate {
    const before = this.#prepare()
    this.feed(bytes)
    return this.#updateSince(before, [])
  }

  /** A page of turns: the last ones, those before an index, or those around one. */
  view(place: ViewPlace & Partial<ViewWindow> = {}): SessionView {
    this.#state.settle()
    const { steps = this.#window.steps, maxBytes = this.#window.maxBytes } = place
    const head = this.#state.head(this.offset)
    const count = head.turnCount
    const page = new PageOfTurns(maxBytes, jsonBytes(head) + jsonBytes(this.cursor) + FRAME_BYTES)
    let first = Math.min(count, place.before ?? count) - 1
    if (place.around !== undefined && place.around >= 0 && place.around < count) {
      first = place.around - 1
      const half = page.room / 2
      for (let index = place.around; index < count && page.room > half; index++)
        if (!this.#addTurn(page, index, { steps, where: 'back' })) break
    }
    for (let index = first; index >= 0; index--)
      if (!this.#addTurn(page, index, { steps, where: 'front' })) break
    return { head, turns: page.turns, cursor: this.cursor }
  }

  /** Steps of a turn from a number on; null where there is no such turn. */
  steps(turn: number, from = 0, maxBytes: number = this.#window.maxBytes): TurnSteps | null {
    this.#state.settle()
    if (turn < 0 || turn >= this.#state.turnCount) return null
    const head = this.#state.turnHead(turn)
    const numbers = range(Math.max(0, from), head.stepCount)
    return { turn: head, ...firstSteps(numbers, maxBytes, (some) => this.#state.read(turn, some)) }
  }

  /** Sub-agents got further: the steps of the calls that started them. */
  agentsChanged(toolUseIds: Iterable<string>): ViewUpdate {
    return this.#updateSince(this.#prepare(), toolUseIds)
  }

  /**
   * What came since an earlier state of the same file: its structure is read again up to there. Sub-agents' figures stand in
   * other files, so the steps of those that may have got further are told as well.
   */
  since(offset: number): ViewUpdate {
    const looking = this.lookingSince(offset)
    for (;;) {
      const { done, value } = looking.next()
      if (done === true) return value
    }
  }

  /** The same, a piece at a time. Bytes may be taken in meanwhile: it leads to the state in which the last piece is read. */
  *lookingSince(offset: number): Generator<void, ViewUpdate> {
    if (offset < 0 || offset > this.offset) return this.#reset()
    if (offset === this.offset) {
      this.#state.settle()
      return this.#updateSince(this.#prepare(), agentsSince(this.#state, this.#state.lastTime))
    }
    const past = new SessionModel(this.#source, this.#options)
    for (const _piece of past.#feedingFromSource(() => offset)) yield
    if (past.offset !== offset) return this.#reset()
    const before = past.#prepare()
    const { lastTime } = past.#state
    for (const _piece of past.#feedingFromSource(() => this.#size)) yield
    this.#state.settle()
    return past.#updateSince(before, agentsSince(this.#state, lastTime))
  }

  /** Where an entry is shown: its turn, and its step or -1 for the prompt; null where it is not shown. */
  find(key: number): { readonly turn: number; readonly step: number } | null {
    this.#state.settle()
    const row = rowAt(this.transcript, key)
    if (row < 0) return null
    const suspects = new Suspects(this.transcript)
    suspects.addRow(row)
    for (const turn of suspects.turns) {
      if (turn >= this.#state.turnCount) continue
      const { slots, turn: found } = this.#state.turn(turn)
      if (found.prompt === row) return { turn, step: -1 }
      const step = slots.findIndex((slot) => slot.row === row || slot.call?.resultRow === row)
      if (step >= 0) return { turn, step }
    }
    return null
  }

  /** Looks at what is most likely to grow, so that it is known afterwards which of its steps are new. */
  #prepare(): Before {
    this.#state.settle()
    this.#rebuilt = false
    const { turnCount } = this.#state
    if (turnCount > 0) this.#state.turn(turnCount - 1)
    return { cursor: this.cursor, turnCount }
  }

  #updateSince({ cursor, turnCount }: Before, agents: Iterable<string>): ViewUpdate {
    const touched: Touched | null = this.#state.settle()
    if (touched === null || this.#rebuilt) return this.#reset()
    const delta = viewDelta(this.#state, {
      from: cursor,
      to: this.cursor,
      head: this.#state.head(this.offset),
      countBefore: turnCount,
      touched,
      agents: stepsOfCalls(this.#state, agents),
      maxBytes: this.#window.maxBytes,
    })
    return delta === null ? this.#reset() : { kind: 'delta', delta }
  }

  #reset(): ViewUpdate {
    return { kind: 'reset', view: this.view() }
  }

  /** Puts a turn on a page; says whether it fits. The first one always does, if need be with its last steps only. */
  #addTurn(
    page: PageOfTurns,
    index: number,
    { steps, where }: { readonly steps: ViewWindow['steps']; readonly where: 'front' | 'back' },
  ): boolean {
    const state = this.#state
    const isFirst = page.turns.length === 0
    const { slots, bytes } = state.turn(index)
    page.reads(bytes)
    if (!isFirst && page.isTired) return false
    const head = state.turnHead(index)
    const isWhole = steps === 'all' || index === state.turnCount - 1
    const numbers = range(0, head.stepCount).filter(
      (at) => isWhole || isOpen(this.transcript, slots[at], state.facts),
    )
    const headBytes = jsonBytes(head) + STEPS_BYTES
    const room = page.room - headBytes
    if (!isFirst && room <= 0) return false
    const read = lastSteps(numbers, room, (some) => state.read(index, some))
    if (!isFirst && !read.whole) return false
    page.add({ ...head, steps: read.steps } satisfies TurnView, headBytes + read.bytes, where)
    return true
  }

  /** Whether the unfinished line is an object by itself. Only one that ends like one is looked at. */
  #isWholeLine(last: number | undefined): boolean {
    const { scan } = this.transcript
    const length = scan.pendingBytes
    const isHeld = length > 0 && length <= (this.#options.maxLineBytes ?? MOST_LINE_BYTES)
    if (last !== CLOSING_BRACE || !isHeld) return false
    const [bytes] = this.#source.read([{ offset: scan.offset, length }])
    try {
      const value: unknown = JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    } catch {
      return false
    }
  }

  /** A line that was taken for whole goes on: everything is read again. */
  #rebuild(): void {
    const size = this.#size
    this.#state = new SessionState(this.#source, this.#options)
    this.#size = 0
    this.#lent = false
    this.#rebuilt = true
    for (const _piece of this.#feedingFromSource(() => size));
  }

  /** Goes on from what was taken in up to `end`, which may move. No pause is offered behind the last piece. */
  *#feedingFromSource(end: () => number): Generator<void> {
    while (this.#size < end()) {
      const length = Math.min(PIECE_BYTES, end() - this.#size)
      for (const bytes of this.#source.read([{ offset: this.#size, length }])) this.feed(bytes)
      if (this.#size < end()) yield
    }
  }
}

interface Before {
  readonly cursor: string
  readonly turnCount: number
}

const NEWLINE = 0x0a
const CLOSING_BRACE = 0x7d
const LENT_NEWLINE = Uint8Array.of(NEWLINE)
/** As the scanner has it. */
const MOST_LINE_BYTES = 16 * 1024 * 1024
/** As the server reads them: a millisecond or so. */
const PIECE_BYTES = 256 * 1024
/** `{"head":,"turns":[],"cursor":}` */
const FRAME_BYTES = 30
/** `,"steps":[]` and the comma behind a turn. */
const STEPS_BYTES = 12

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
}
