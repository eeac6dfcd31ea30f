import type { ByteSource, Walker } from '@skein/transcript'
import { KIND, Transcript } from '@skein/transcript'
import type { TurnDelta, ViewUpdate } from '../live/view-delta.ts'
import { Pricer } from '../prices/cost.ts'
import type { PriceTable } from '../prices/price-table.ts'
import { BranchTable } from './branch-table.ts'
import { CallFactsTable } from './call-facts.ts'
import { isOpen } from './open-step.ts'
import { firstSteps, jsonBytes, lastSteps, PageOfTurns } from './page.ts'
import { Reading } from './reading.ts'
import { SessionFigures } from './session-figures.ts'
import type { SessionHead, SessionView, TurnHead, TurnView } from './session-view.ts'
import { isSameSlot } from './slots.ts'
import { readSteps } from './step-reader.ts'
import type { AgentHead, StepView } from './step-view.ts'
import { Suspects } from './suspects.ts'
import type { TurnState } from './turn-table.ts'
import { turnOfPosition, TurnTable } from './turn-table.ts'

export interface SessionModelOptions {
  /** Names the file's life: another one, and every cursor is void. */
  readonly generation: string
  readonly prices: PriceTable
  /** Whether secrets are hidden. */
  readonly mask: boolean
  /** The file is a sub-agent's own. */
  readonly agentFile?: boolean
  /** Byte offset of a branch's last entry: that line instead of the live one. */
  readonly tip?: number
  /** Every entry has a step, bookkeeping too. */
  readonly all?: boolean
  /** The sub-agent that a call started, as of now. */
  readonly agentOf?: (toolUseId: string) => AgentHead | null
  /** How a reader begins anew, and how large an update may be. */
  readonly window?: ViewWindow
  readonly walker?: Walker
  readonly maxLineBytes?: number
}

export interface ViewWindow {
  /** `folded`: of each turn only the steps that stay open; the last turn has all of them in any case. */
  readonly steps: 'all' | 'folded'
  readonly maxBytes: number
}

export interface ViewPlace {
  /** Turns before this index, instead of the last ones. */
  readonly before?: number
  /** Turns around this index. */
  readonly around?: number
}

/** Steps of one turn; `next` is the `from` of the following page. */
export interface TurnSteps {
  readonly turn: TurnHead
  readonly steps: readonly StepView[]
  readonly next: number | null
}

export const DEFAULT_WINDOW: ViewWindow = { steps: 'folded', maxBytes: 256 * 1024 }

/**
 * What a page shows of one transcript, kept up to date as bytes arrive.
 *
 * Contract: a view depends on the bytes, the options and the sub-agents' figures alone, never on how the bytes were cut, what
 * was asked before, or in which order. Folding what `append`, `since` and `agentsChanged` say into an earlier view gives the
 * view of now. Bytes are handed over by `feed` or `append` in order; bodies are read through `source`, which must hold the
 * same bytes at the same offsets: a source that was rewritten makes reading throw, and the model is to be thrown away.
 */
export class SessionModel {
  readonly transcript: Transcript
  readonly #source: ByteSource
  readonly #options: SessionModelOptions
  readonly #window: ViewWindow
  readonly #reading: Reading
  readonly #facts: CallFactsTable
  readonly #branches: BranchTable
  readonly #figures: SessionFigures
  readonly #turns: TurnTable
  /** The path as it was looked at last. */
  #path: number[] = []
  #rows = 0
  #kept = Infinity
  #structural = false
  #opening = 0
  /** The last thing a model said on the path: whether its calls wait depends on what comes behind it. */
  #lastSpoken = -1

  constructor(source: ByteSource, options: SessionModelOptions) {
    const { walker, agentFile, tip, maxLineBytes } = options
    this.transcript = new Transcript({ walker, agentFile, tip, maxLineBytes })
    this.#source = source
    this.#options = options
    this.#window = options.window ?? DEFAULT_WINDOW
    const pricer = new Pricer(options.prices)
    this.#reading = new Reading(this.transcript, source, {
      mask: options.mask,
      agentOf: options.agentOf ?? (() => null),
    })
    this.#facts = new CallFactsTable(this.transcript, source)
    this.#branches = new BranchTable(this.#reading)
    this.#figures = new SessionFigures(this.#reading, pricer)
    this.#turns = new TurnTable(this.#reading, this.#branches, {
      facts: this.#facts,
      pricer,
      all: options.all ?? false,
    })
  }

  /** Bytes of whole lines that were taken in. */
  get offset(): number {
    return this.transcript.scan.offset
  }

  /** Names the state of the view. */
  get cursor(): string {
    return `${this.#options.generation}:${this.offset}`
  }

  /** Takes in bytes without saying what they change: for all that was there before anybody looked. */
  feed(bytes: Uint8Array): void {
    const { keptPath, structural } = this.transcript.append(bytes)
    this.#kept = Math.min(this.#kept, keptPath)
    this.#structural ||= structural
  }

  /** Takes in bytes and says what they changed. */
  append(bytes: Uint8Array): ViewUpdate {
    const count = this.#prepare()
    const { cursor } = this
    this.feed(bytes)
    const touched = this.#settle()
    if (touched === null) return this.#reset()
    return this.#delta(cursor, count, touched) ?? this.#reset()
  }

  /** A page of turns: the last ones, those before an index, or those around one. */
  view(place: ViewPlace & Partial<ViewWindow> = {}): SessionView {
    this.#settle()
    const { steps = this.#window.steps, maxBytes = this.#window.maxBytes } = place
    const head = this.#head()
    const count = this.#turns.count
    const page = new PageOfTurns(maxBytes, jsonBytes(head) + 100)
    const add = (index: number, where: 'front' | 'back'): boolean =>
      this.#addTurn(page, index, { steps, where })
    let first = Math.min(count, place.before ?? count) - 1
    if (place.around !== undefined && place.around < count) {
      first = place.around - 1
      const half = page.room / 2
      for (let index = place.around; index < count && page.room > half; index++)
        if (!add(index, 'back')) break
    }
    for (let index = first; index >= 0; index--) if (!add(index, 'front')) break
    return { head, turns: page.turns, cursor: this.cursor }
  }

  /** Steps of a turn from a number on; null where there is no such turn. */
  steps(turn: number, from = 0, maxBytes: number = this.#window.maxBytes): TurnSteps | null {
    this.#settle()
    if (turn < 0 || turn >= this.#turns.count) return null
    const head = this.#turns.head(turn)
    const numbers = range(Math.max(0, from), head.stepCount)
    return { turn: head, ...firstSteps(numbers, maxBytes, (some) => this.#read(turn, some)) }
  }

  /** Sub-agents got further: the steps of the calls that started them. */
  agentsChanged(toolUseIds: Iterable<string>): ViewUpdate {
    this.#settle()
    return this.#delta(this.cursor, this.#turns.count, NOTHING, this.#agentSteps(toolUseIds)) ?? this.#reset()
  }

  /**
   * What came since an earlier state of the same file: its structure is read again up to there. Sub-agents' figures stand in
   * other files, so the steps of those that may have got further are told as well.
   */
  since(offset: number): ViewUpdate {
    this.#settle()
    const past = new SessionModel(this.#source, this.#options)
    if (offset < 0 || offset > this.offset) return this.#reset()
    for (const bytes of pieces(this.#source, 0, offset)) past.feed(bytes)
    if (past.offset !== offset) return this.#reset()
    const { cursor } = past
    const count = past.#prepare()
    const agents = this.#agentsSince(past.#figures.head().lastTime)
    for (const bytes of pieces(this.#source, offset, this.offset)) past.feed(bytes)
    const touched = past.#settle()
    if (touched === null) return this.#reset()
    return past.#delta(cursor, count, touched, past.#agentSteps(agents)) ?? this.#reset()
  }

  /** Where an entry is shown: its turn, and its step or -1 for the prompt; null where it is not shown. */
  find(key: number): { readonly turn: number; readonly step: number } | null {
    this.#settle()
    const row = this.#rowAt(key)
    if (row < 0) return null
    const suspects = new Suspects(this.transcript)
    suspects.addRow(row)
    for (const turn of suspects.turns) {
      if (turn >= this.#turns.count) continue
      const { slots, turn: found } = this.#turns.state(turn)
      if (found.prompt === row) return { turn, step: -1 }
      const step = slots.findIndex((slot) => slot.row === row || slot.call?.resultRow === row)
      if (step >= 0) return { turn, step }
    }
    return null
  }

  #rowAt(key: number): number {
    const { columns } = this.transcript.scan
    let [low, high] = [0, this.transcript.rowCount]
    while (low < high) {
      const middle = (low + high) >> 1
      if (columns.offset[middle] < key) low = middle + 1
      else high = middle
    }
    return low < this.transcript.rowCount && columns.offset[low] === key ? low : -1
  }

  /** The calls whose sub-agents run, or ran at `time` or later. */
  #agentsSince(time: number | null): string[] {
    const { tools, scan } = this.transcript
    const found: string[] = []
    for (const use of tools.uses) {
      const id = scan.ids.text(scan.blocks.toolId[use])
      const agent = this.#reading.agentOf(id)
      if (agent === null) continue
      const isOver = agent.status === 'done' || agent.status === 'failed'
      if (!isOver || time === null || agent.endTime === null || agent.endTime >= time - CLOCKS_MS)
        found.push(id)
    }
    return found
  }

  /** Steps that calls gave, by turn. */
  #agentSteps(toolUseIds: Iterable<string>): Map<number, number[]> {
    const { scan, tools } = this.transcript
    const ids = new Set(toolUseIds)
    const suspects = new Suspects(this.transcript)
    for (const id of ids)
      for (const use of tools.usesOf(scan.ids.find(id))) suspects.addRow(scan.blocks.row[use])
    const found = new Map<number, number[]>()
    for (const index of suspects.turns) {
      const steps: number[] = []
      if (index < this.#turns.count)
        for (const [at, { call }] of this.#turns.state(index).slots.entries())
          if (call !== null && ids.has(call.id)) steps.push(at)
      if (steps.length > 0) found.set(index, steps)
    }
    return found
  }

  /** Looks at what is most likely to grow, so that it is known afterwards which of its steps are new. */
  #prepare(): number {
    this.#settle()
    const { count } = this.#turns
    if (count > 0) this.#turns.state(count - 1)
    return count
  }

  #head(): SessionHead {
    const { entries, ...figures } = this.#figures.head()
    return {
      turnCount: this.#turns.count,
      entries,
      bytes: this.offset,
      ...figures,
      branches: this.#branches.views(),
      branchCount: this.#branches.count,
    }
  }

  /** Puts a turn on a page; says whether it fits. The first one always does, if need be with its last steps only. */
  #addTurn(
    page: PageOfTurns,
    index: number,
    { steps, where }: { readonly steps: ViewWindow['steps']; readonly where: 'front' | 'back' },
  ): boolean {
    const isFirst = page.turns.length === 0
    const state = this.#turns.state(index)
    page.reads(state.bytes)
    if (!isFirst && page.isTired) return false
    const head = this.#turns.head(index)
    const isWhole = steps === 'all' || index === this.#turns.count - 1
    const numbers = isWhole
      ? range(0, head.stepCount)
      : range(0, head.stepCount).filter((at) => isOpen(this.transcript, state.slots[at], this.#facts))
    const headBytes = jsonBytes(head) + STEPS_BYTES
    const room = page.room - headBytes
    if (!isFirst && room <= 0) return false
    const read = lastSteps(numbers, room, (some) => this.#read(index, some))
    if (!isFirst && !read.whole) return false
    page.add({ ...head, steps: read.steps } satisfies TurnView, headBytes + read.bytes, where)
    return true
  }

  #read(turn: number, numbers: readonly number[]): StepView[] {
    const { slots } = this.#turns.state(turn)
    return readSteps(
      this.#reading,
      this.#facts,
      numbers.map((at) => ({ slot: slots[at], at })),
    )
  }

  #reset(): ViewUpdate {
    return { kind: 'reset', view: this.view() }
  }

  /** What changed in the turns that something touched; null where that is too much to tell. */
  #delta(
    from: string,
    countBefore: number,
    touched: ReadonlyMap<number, TurnState | null>,
    agents: ReadonlyMap<number, readonly number[]> = NO_STEPS,
  ): ViewUpdate | null {
    const head = this.#head()
    let room = this.#window.maxBytes - jsonBytes(head)
    const turns: TurnDelta[] = []
    for (const index of [...new Set([...touched.keys(), ...agents.keys()])].sort((a, b) => a - b)) {
      if (index >= head.turnCount) continue
      const before = touched.get(index) ?? null
      const changed = touched.has(index) ? this.#changedSteps(index, before) : []
      const numbers = [...new Set([...changed, ...(agents.get(index) ?? [])])].sort((a, b) => a - b)
      const turn = this.#turns.head(index)
      const isLast = index === head.turnCount - 1 && head.turnCount < countBefore
      const isSame = JSON.stringify(before?.head ?? null) === JSON.stringify(turn)
      if (numbers.length === 0 && isSame && !isLast) continue
      room -= jsonBytes(turn)
      const { steps, next } = firstSteps(numbers, room, (some) => this.#read(index, some))
      if (next !== null) return null
      room -= jsonBytes(steps)
      if (room < 0 && turns.length > 0) return null
      turns.push({ head: turn, steps })
    }
    return { kind: 'delta', delta: { from, to: this.cursor, head, turns } }
  }

  #changedSteps(index: number, before: TurnState | null): number[] {
    const { slots, turn } = this.#turns.state(index)
    const all = range(0, slots.length)
    if (before === null || before.turn.prompt !== turn.prompt || before.turn.rows[0] !== turn.rows[0])
      return all
    return all.filter((at) => at >= before.slots.length || !isSameSlot(slots[at], before.slots[at]))
  }

  /**
   * Brings everything up to what was fed. Says which turns may differ, each with what was known of it before; null where all of
   * them may.
   */
  #settle(): ReadonlyMap<number, TurnState | null> | null {
    const { path } = this.transcript
    const [fromRow, toRow] = [this.#rows, this.transcript.rowCount]
    const kept = Math.min(this.#kept, this.#path.length, path.length)
    if (fromRow === toRow && kept === this.#path.length && kept === path.length) return NOTHING
    const structural = this.#structural || path.cycle >= 0 || fromRow === 0
    const left = this.#path.slice(kept)
    const entered = Array.from(path.rows(kept))
    const moved = {
      fromRow,
      toRow,
      kept,
      left,
      entered,
      structural: structural || this.#isLateUse(fromRow, toRow),
    }
    this.#path.length = kept
    for (const row of entered) this.#path.push(row)
    this.#rows = toRow
    this.#kept = Infinity
    this.#structural = false
    this.#figures.add(fromRow, toRow)
    this.#figures.move(moved)
    const forks = this.#branches.update(moved)
    const spokenBefore = this.#lastSpoken
    this.#lastSpoken = this.#findLastSpoken()
    const openingBefore = this.#opening
    this.#opening = this.#turns.count - this.transcript.turnStarts.length
    if (structural || openingBefore !== this.#opening) {
      this.#turns.forgetAll()
      return null
    }
    const suspects = new Suspects(this.transcript)
    for (let row = fromRow; row < toRow; row++) suspects.addRow(row)
    for (const row of left) suspects.addRow(row)
    for (const row of entered) suspects.addRow(row)
    for (const row of [spokenBefore, this.#lastSpoken]) if (row >= 0) suspects.addRow(row)
    for (const row of forks) this.#addFork(suspects, row)
    const first = kept === 0 ? 0 : Math.max(0, turnOfPosition(this.transcript, kept - 1))
    for (let index = first; index < this.#turns.count; index++) suspects.turns.add(index)
    const touched = new Map<number, TurnState | null>()
    for (const index of suspects.turns) {
      touched.set(index, this.#turns.known(index))
      this.#turns.forget(index)
    }
    this.#turns.forgetFrom(this.#turns.count)
    return touched
  }

  #addFork(suspects: Suspects, row: number): void {
    if (row < 0) return suspects.addPosition(0)
    const position = this.transcript.path.positionOf(row)
    if (position < 0) return
    suspects.addPosition(position)
    suspects.addPosition(position + 1)
  }

  /** Whether a call came behind its answer: then rows that looked like a branch may be none. */
  #isLateUse(fromRow: number, toRow: number): boolean {
    const { scan, tools } = this.transcript
    const { blocks, columns } = scan
    for (let i = tools.uses.length - 1; i >= 0; i--) {
      const use = tools.uses[i]
      const row = blocks.row[use]
      if (row < fromRow || row >= toRow) break
      if (columns.kind[row] !== KIND.assistant) continue
      const first = tools.resultsOf(blocks.toolId[use])[0]
      if (first !== undefined && blocks.row[first] < row) return true
    }
    return false
  }

  #findLastSpoken(): number {
    const { path, scan } = this.transcript
    for (let at = path.length - 1; at >= 0; at--)
      if (scan.columns.kind[path.at(at)] === KIND.assistant) return path.at(at)
    return -1
  }
}

const NOTHING: ReadonlyMap<number, TurnState | null> = new Map()
const NO_STEPS: ReadonlyMap<number, readonly number[]> = new Map()
/** How far apart two clocks of one machine may be, and a time from the row that says it. */
const CLOCKS_MS = 60_000
const PIECE_BYTES = 1024 * 1024
/** `,"steps":[]` and the comma behind a turn. */
const STEPS_BYTES = 12

function* pieces(source: ByteSource, from: number, to: number): Generator<Uint8Array> {
  for (let offset = from; offset < to; offset += PIECE_BYTES)
    yield* source.read([{ offset, length: Math.min(PIECE_BYTES, to - offset) }])
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
}
