/**
 * Days of a time zone, for many instants at little cost.
 *
 * Asking `Intl` about every instant is slow (about a microsecond), and a year of usage has 35,000 quarter hours. A UTC
 * day that begins and ends with the same offset has that offset throughout, so one question a day does; only on the
 * days of a clock change is every quarter hour asked. In use are only offsets of whole quarter hours (Nepal has 5:45).
 */
export class ZoneDays {
  /** Null: the machine's own zone, which `Date` knows without the tables of all languages. */
  readonly #format: Intl.DateTimeFormat | null
  readonly #midnights = new Map<number, number>()
  readonly #days = new Map<number, number | readonly number[]>()
  /** The day asked about last, and its answer: neighbours come one after another. */
  #lastDay = Number.NaN
  #lastOffset: number | readonly number[] = 0

  /** Throws a RangeError for a name that is no time zone, as `Intl` does; see `isTimeZone`. */
  constructor(timeZone: string) {
    this.#format =
      timeZone === LOCAL_ZONE
        ? null
        : new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  }

  /** The local date of an instant, as days since 1970-01-01; NaN for what is no instant. */
  dayOf(time: number): number {
    if (!isInstant(time)) return Number.NaN
    return Math.floor((time + this.#offsetOf(time)) / DAY)
  }

  /** The first quarter hour of a local date, in ms since the epoch. */
  startOf(day: number): number {
    // Offsets run from -12 to +14 hours, so the date begins within that of its UTC midnight.
    for (let time = day * DAY - 14 * HOUR; time <= day * DAY + 14 * HOUR; time += QUARTER)
      if (this.dayOf(time) === day) return time
    // A zone that moved over the date line left a date out (Samoa, 2011-12-30): it begins when the next one does.
    return this.startOf(day + 1)
  }

  /** The offsets of the zone from one instant to another, in their order. Asks once a day: not for centuries. */
  offsets(from: number, to: number): ZoneOffset[] {
    const found: ZoneOffset[] = []
    for (let day = Math.floor(from / DAY); day <= Math.floor(to / DAY); day++) {
      const answer = this.#days.get(day) ?? this.#ask(day)
      for (const [quarter, offset] of (typeof answer === 'number' ? [answer] : answer).entries())
        if (found.at(-1)?.offset !== offset) found.push({ since: day * DAY + quarter * QUARTER, offset })
    }
    return found
  }

  #offsetOf(time: number): number {
    const utcDay = Math.floor(time / DAY)
    if (utcDay !== this.#lastDay) {
      this.#lastOffset = this.#days.get(utcDay) ?? this.#ask(utcDay)
      this.#lastDay = utcDay
    }
    const offset = this.#lastOffset
    return typeof offset === 'number' ? offset : offset[Math.floor((time - utcDay * DAY) / QUARTER)]
  }

  #ask(utcDay: number): number | readonly number[] {
    const offset = this.#atMidnight(utcDay)
    const start = utcDay * DAY
    const answer =
      offset === this.#atMidnight(utcDay + 1)
        ? offset
        : Array.from({ length: DAY / QUARTER }, (_, quarter) => this.#askAt(start + quarter * QUARTER))
    this.#days.set(utcDay, answer)
    return answer
  }

  #atMidnight(utcDay: number): number {
    const offset = this.#midnights.get(utcDay) ?? this.#askAt(utcDay * DAY)
    this.#midnights.set(utcDay, offset)
    return offset
  }

  #askAt(time: number): number {
    if (this.#format === null) return -new Date(time).getTimezoneOffset() * 60_000
    const [, sign, hours, minutes, seconds] = OFFSET.exec(this.#format.format(time)) ?? []
    if (sign === undefined) return 0
    const size = Number(hours) * HOUR + Number(minutes) * 60_000 + Number(seconds ?? 0) * 1000
    return sign === '-' ? -size : size
  }
}

export interface ZoneOffset {
  /** ms since the epoch; that of the first one is the beginning of the UTC day that was asked about. */
  readonly since: number
  /** ms to add to UTC. */
  readonly offset: number
}

/** Stands for the time zone of the machine. */
export const LOCAL_ZONE = 'local'

/** `2026-03-29` for a day since 1970-01-01. */
export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, -14)
}

/** The first instant of a date (`YYYY-MM-DD`) in a time zone; null for what is no date. */
export function startOfDate(date: string, timeZone: string): number | null {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(time) || dateOf(time / DAY) !== date) return null
  return new ZoneDays(timeZone).startOf(time / DAY)
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const QUARTER = HOUR / 4
/** `GMT+05:45`; plain `GMT` at no offset; with seconds before zones were made of quarter hours. */
const OFFSET = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/
/** A date has no more milliseconds, and a day beyond it none to ask about. */
const LAST = 8.64e15 - 2 * DAY

/** Whether a number of ms since the epoch is a time that has a date. */
export function isInstant(time: number): boolean {
  return Math.abs(time) <= LAST
}
