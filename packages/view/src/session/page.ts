import type { TurnView } from './session-view.ts'
import type { StepView } from './step-view.ts'

/** Bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}

/** Reads the steps with these numbers. */
export type ReadSteps = (numbers: readonly number[]) => StepView[]

/**
 * The last of some steps, as many as `room` bytes take, but at least one. Read a few at a time from the back.
 */
export function lastSteps(
  numbers: readonly number[],
  room: number,
  read: ReadSteps,
): { readonly steps: StepView[]; readonly bytes: number; readonly whole: boolean } {
  const taken: StepView[] = []
  let bytes = 0
  for (let to = numbers.length; to > 0; to -= BATCH) {
    for (const step of read(numbers.slice(Math.max(0, to - BATCH), to)).reverse()) {
      const size = jsonBytes(step) + 1
      if (taken.length > 0 && bytes + size > room) return { steps: taken.reverse(), bytes, whole: false }
      taken.push(step)
      bytes += size
    }
  }
  return { steps: taken.reverse(), bytes, whole: bytes <= room }
}

/** The first of some steps, in the same way. */
export function firstSteps(
  numbers: readonly number[],
  room: number,
  read: ReadSteps,
): { readonly steps: StepView[]; readonly next: number | null } {
  const taken: StepView[] = []
  let bytes = 0
  for (let from = 0; from < numbers.length; from += BATCH) {
    for (const step of read(numbers.slice(from, from + BATCH))) {
      bytes += jsonBytes(step) + 1
      if (taken.length > 0 && bytes > room) return { steps: taken, next: step.at }
      taken.push(step)
    }
  }
  return { steps: taken, next: null }
}

/** Entries can be large: bounds what is in memory at a time. */
const BATCH = 32

/** Turns that are gathered for a page until it is full. */
export class PageOfTurns {
  readonly turns: TurnView[] = []
  #bytes = 0
  #read = 0
  readonly #most: number

  /** `taken`: bytes of the rest of the page. */
  constructor(most: number, taken: number) {
    this.#most = most
    this.#bytes = taken
  }

  get room(): number {
    return Math.max(0, this.#most - this.#bytes)
  }

  /** Whether reading on would take too long, whatever comes of it. */
  get isTired(): boolean {
    return this.#read > MOST_READ
  }

  reads(bytes: number): void {
    this.#read += bytes
  }

  /** `bytes`: of the turn as JSON. */
  add(turn: TurnView, bytes: number, where: 'front' | 'back'): void {
    if (where === 'front') this.turns.unshift(turn)
    else this.turns.push(turn)
    this.#bytes += bytes
  }
}

/** Bytes of the entries of all turns on a page: figures are made of all of them. */
const MOST_READ = 8 * 1024 * 1024
