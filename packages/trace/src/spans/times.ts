import type { Transcript } from '@skein/transcript'
import type { Chain } from './chain.ts'

export interface Moment {
  /** Milliseconds since the epoch. */
  readonly time: number
  /** The row has no time of its own. */
  readonly estimated: boolean
}

export interface Extent {
  readonly start: number
  readonly end: number
  readonly estimated: boolean
  readonly incomplete: boolean
}

/** What no time is written as; OTLP takes it for that, too. */
export const NO_TIME = 0

/**
 * When rows were written, by the rows alone. One without a time, or with one that no backend can hold, has that of the
 * row it hangs on, else of the one before it in the file, else the first that the file knows. Where no row of the file has
 * one, all of them have what `otherwise` gives.
 */
export class RowTimes {
  /** The first that the file knows, else that of `otherwise`. */
  readonly first: number
  readonly #times: Float64Array
  readonly #own: Float64Array

  constructor({ scan, rowCount }: Transcript, { parent }: Chain, otherwise: () => number) {
    this.#own = scan.columns.time
    this.#times = new Float64Array(rowCount)
    this.first = firstTime(this.#own, rowCount) ?? otherwise()
    let before = this.first
    for (let row = 0; row < rowCount; row++) {
      const own = this.#own[row]
      const above = parent[row]
      const time = isTime(own) ? own : above < 0 || above > row ? before : this.#times[above]
      this.#times[row] = time
      before = time
    }
  }

  at(row: number): Moment {
    return { time: this.#times[row], estimated: !isTime(this.#own[row]) }
  }

  /** The latest of some rows; null where there is none. */
  latest(rows: Iterable<number>): Moment | null {
    let last = -1
    for (const row of rows) if (last < 0 || this.#times[row] >= this.#times[last]) last = row
    return last < 0 ? null : this.at(last)
  }
}

/** From one moment to another; without the other it is a moment, and incomplete. No clock makes it end before it begins. */
export function extent(from: Moment, to: Moment | null): Extent {
  if (to === null) return { start: from.time, end: from.time, estimated: from.estimated, incomplete: true }
  return {
    start: from.time,
    end: Math.max(from.time, to.time),
    estimated: from.estimated || to.estimated,
    incomplete: false,
  }
}

/** OTLP counts nanoseconds since the epoch in 64 bits: until the year 2554. */
const LAST_TIME = 18_446_744_073_709

export function isTime(time: number): boolean {
  return time > NO_TIME && time <= LAST_TIME
}

/** The earliest of some transcripts' times; `NO_TIME` where none has any. */
export function earliestTime(transcripts: Iterable<Transcript>): number {
  let earliest = Infinity
  for (const { scan, rowCount } of transcripts) {
    const { time } = scan.columns
    for (let row = 0; row < rowCount; row++) if (isTime(time[row])) earliest = Math.min(earliest, time[row])
  }
  return earliest === Infinity ? NO_TIME : earliest
}

function firstTime(times: Float64Array, count: number): number | null {
  for (let row = 0; row < count; row++) if (isTime(times[row])) return times[row]
  return null
}
