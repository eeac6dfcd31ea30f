import type { ByteSource } from '@skein/transcript'
import { KIND, Transcript, turnOfPosition } from '@skein/transcript'
import { secretsHidden } from '../mask/masked-source.ts'
import { Pricer } from '../prices/cost.ts'
import { BranchTable } from './branch-table.ts'
import { CallFactsTable } from './call-facts.ts'
import type { SessionModelOptions } from './model-options.ts'
import { SpentTable } from './money-sum.ts'
import { Reading } from './reading.ts'
import { SessionFigures } from './session-figures.ts'
import type { SessionHead, TurnHead } from './session-view.ts'
import type { NumberedSlot } from './step-reader.ts'
import { readSteps } from './step-reader.ts'
import { StepCache } from './step-cache.ts'
import type { StepView } from './step-view.ts'
import { Suspects } from './suspects.ts'
import type { TurnState } from './turn-table.ts'
import { TurnTable } from './turn-table.ts'

/** Turns that something touched, each with what was known of it before. */
export type Touched = ReadonlyMap<number, TurnState | null>

/**
 * The structure of a transcript and all that is derived from it, brought up to date when it is asked for.
 *
 * Contract: what is kept is what a fresh state of the same bytes would work out. `settle` costs the rows that came and the
 * turns that they touch.
 */
export class SessionState {
  readonly transcript: Transcript
  readonly reading: Reading
  readonly facts: CallFactsTable
  readonly #branches: BranchTable
  readonly #figures: SessionFigures
  readonly #turns: TurnTable
  readonly #steps = new StepCache()
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
    const spent = new SpentTable(this.transcript, new Pricer(options.prices))
    this.reading = new Reading(this.transcript, source, {
      // Each entry by itself: what one says never changes how another is shown.
      hideOf: options.mask ? secretsHidden : null,
      agentOf: options.agentOf,
    })
    this.facts = new CallFactsTable(this.transcript, source)
    this.#branches = new BranchTable(this.reading)
    this.#figures = new SessionFigures(this.reading, spent)
    this.#turns = new TurnTable(this.reading, this.#branches, {
      facts: this.facts,
      spent,
      all: options.all ?? false,
    })
  }

  feed(bytes: Uint8Array): void {
    const { keptPath, structural } = this.transcript.append(bytes)
    this.#kept = Math.min(this.#kept, keptPath)
    this.#structural ||= structural
  }

  get turnCount(): number {
    return this.#turns.count
  }

  /** Bytes of what is kept of bodies, about. */
  get keptBytes(): number {
    return this.#steps.bytes
  }

  get lastTime(): number | null {
    return this.#figures.lastTime
  }

  turn(index: number): TurnState {
    return this.#turns.state(index)
  }

  turnHead(index: number): TurnHead {
    return this.#turns.head(index)
  }

  head(bytes: number): SessionHead {
    const { entries, ...figures } = this.#figures.head()
    return {
      turnCount: this.turnCount,
      entries,
      bytes,
      ...figures,
      branches: this.#branches.views(),
      branchCount: this.#branches.count,
    }
  }

  read(turn: number, numbers: readonly number[]): StepView[] {
    const { slots } = this.turn(turn)
    const wanted = numbers.map((at): NumberedSlot => ({ slot: slots[at], at }))
    return readSteps(this.reading, { facts: this.facts, steps: this.#steps }, wanted)
  }

  /** Brings everything up to what was fed, and says which turns may differ; null where all of them may. */
  settle(): Touched | null {
    const { path } = this.transcript
    const [fromRow, toRow] = [this.#rows, this.transcript.rowCount]
    const kept = Math.min(this.#kept, this.#path.length, path.length)
    if (fromRow === toRow && kept === this.#path.length && kept === path.length) return UNTOUCHED
    const structural = this.#structural || path.cycle >= 0 || fromRow === 0
    const left = this.#path.slice(kept)
    const entered = Array.from(path.rows(kept))
    this.#path.length = kept
    for (const row of entered) this.#path.push(row)
    this.#rows = toRow
    this.#kept = Infinity
    this.#structural = false
    this.#figures.add(fromRow, toRow)
    this.#figures.move({ left, entered })
    const isRelinked = structural || this.#isLateUse(fromRow, toRow)
    const forks = this.#branches.update({ fromRow, toRow, kept, left, entered, structural: isRelinked })
    const spokenBefore = this.#lastSpoken
    this.#lastSpoken = this.#findLastSpoken()
    const openingBefore = this.#opening
    this.#opening = this.turnCount - this.transcript.turnStarts.length
    if (structural || openingBefore !== this.#opening) {
      this.#turns.forgetAll()
      return null
    }
    const suspects = new Suspects(this.transcript)
    for (let row = fromRow; row < toRow; row++) suspects.addRow(row)
    for (const row of [...left, ...entered]) suspects.addRow(row)
    for (const row of [spokenBefore, this.#lastSpoken]) if (row >= 0) suspects.addRow(row)
    for (const row of forks) this.#addFork(suspects, row)
    const first = kept === 0 ? 0 : Math.max(0, turnOfPosition(this.transcript, kept - 1))
    for (let index = first; index < this.turnCount; index++) suspects.turns.add(index)
    return this.#forget(suspects.turns)
  }

  #forget(turns: Iterable<number>): Touched {
    const touched = new Map<number, TurnState | null>()
    for (const index of turns) {
      touched.set(index, this.#turns.known(index))
      this.#turns.forget(index)
    }
    this.#turns.forgetFrom(this.turnCount)
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
    const { blocks } = scan
    for (let i = tools.uses.length - 1; i >= 0; i--) {
      const row = blocks.row[tools.uses[i]]
      if (row < fromRow || row >= toRow) break
      const answer = tools.resultsOf(blocks.toolId[tools.uses[i]]).at(0)
      if (answer !== undefined && blocks.row[answer] < row) return true
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

const UNTOUCHED: Touched = new Map()
