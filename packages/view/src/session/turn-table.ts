import type { Turn } from '@skein/transcript'
import { turnAt, turnCount, TurnMemory } from '@skein/transcript'
import type { BranchTable } from './branch-table.ts'
import type { CallFactsTable } from './call-facts.ts'
import { forksOf } from './fork-views.ts'
import type { SpentTable } from './money-sum.ts'
import { promptView } from './prompt-view.ts'
import type { Reading } from './reading.ts'
import type { TurnHead } from './session-view.ts'
import type { Slot } from './slots.ts'
import { slotsOf } from './slots.ts'
import { turnHead } from './turn-head.ts'

/** A turn as far as it has been worked out. */
export interface TurnState {
  readonly turn: Turn
  readonly slots: readonly Slot[]
  /** Bytes of its entries. */
  readonly bytes: number
  head: TurnHead | null
}

/** Turns by index, each worked out when it is asked for and kept while nothing of it changes. */
export class TurnTable {
  readonly #reading: Reading
  readonly #branches: BranchTable
  readonly #tools: { readonly facts: CallFactsTable; readonly spent: SpentTable }
  readonly #all: boolean
  #states = new Map<number, TurnState>()
  #kept = 0
  /** Of the last turn, the one that grows. */
  readonly #memory = new TurnMemory()
  #remembered = -1

  constructor(
    reading: Reading,
    branches: BranchTable,
    options: { readonly facts: CallFactsTable; readonly spent: SpentTable; readonly all: boolean },
  ) {
    this.#reading = reading
    this.#branches = branches
    this.#tools = options
    this.#all = options.all
  }

  get count(): number {
    return turnCount(this.#reading.transcript)
  }

  /** The structure of a turn. */
  state(index: number): TurnState {
    const known = this.#states.get(index)
    if (known !== undefined) return known
    const { transcript } = this.#reading
    const turn = turnAt(transcript, index, index === this.count - 1 ? this.#memoryOf(index) : undefined)
    const slots = slotsOf(transcript, turn, { all: this.#all })
    let bytes = 0
    for (const row of turn.rows) bytes += transcript.scan.columns.length[row]
    if (this.#kept > MOST_SLOTS) this.forgetAll()
    const state = { turn, slots, bytes, head: null }
    this.#states.set(index, state)
    this.#kept += slots.length + 1
    return state
  }

  head(index: number): TurnHead {
    const state = this.state(index)
    if (state.head !== null) return state.head
    const { turn, slots } = state
    const prompt = turn.prompt < 0 ? null : promptView(this.#reading, turn.prompt)
    const forks = forksOf(this.#reading, this.#branches, state)
    state.head = turnHead(this.#reading, { turn, slots, prompt, forks }, this.#tools)
    return state.head
  }

  /** What is known of a turn, without working it out. */
  known(index: number): TurnState | null {
    return this.#states.get(index) ?? null
  }

  forget(index: number): void {
    const state = this.#states.get(index)
    if (state === undefined) return
    this.#kept -= state.slots.length + 1
    this.#states.delete(index)
  }

  /** Forgets the turns from an index on. */
  forgetFrom(index: number): void {
    for (const known of this.#states.keys()) if (known >= index) this.forget(known)
  }

  forgetAll(): void {
    this.#states = new Map()
    this.#kept = 0
  }

  #memoryOf(index: number): TurnMemory {
    if (this.#remembered !== index) this.#memory.clear()
    this.#remembered = index
    return this.#memory
  }
}

/** A slot is a few dozen bytes. */
const MOST_SLOTS = 100_000
