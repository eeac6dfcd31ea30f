import { USAGE, USAGE_WIDTH, type UsageRows } from '@skein/transcript'
import { isForked } from './message-usage.ts'

/** Which rows of one file are of one message, and what they say of it together. */
export class FileMessages {
  count = 0
  /** By message: the row with the most output, the last of equals. */
  largest: Int32Array = new Int32Array(64)
  /** Its first row. */
  first: Int32Array = new Int32Array(64)
  /** Of the earliest row that has one. */
  time: Float64Array = new Float64Array(64)
  /** Whether all its rows were copied from another session. */
  forked: Uint8Array = new Uint8Array(64)
  #slots = new Int32Array(128)

  read(rows: UsageRows): void {
    this.#reserve(rows.count)
    this.count = 0
    let last = -1
    for (let row = 0; row < rows.count; row++) {
      // The rows of a message mostly stand together.
      const message = last >= 0 && this.#isOf(rows, row, last) ? last : this.#messageOf(rows, row)
      if (message === this.count) {
        this.largest[message] = row
        this.first[message] = row
        this.time[message] = rows.time[row]
        this.forked[message] = isForked(rows.flags[row]) ? 1 : 0
        this.count++
      } else {
        this.#join(rows, row, message)
      }
      last = message
    }
  }

  #join(rows: UsageRows, row: number, message: number): void {
    const { counters } = rows
    const output = counters[row * USAGE_WIDTH + USAGE.output]
    if (output >= counters[this.largest[message] * USAGE_WIDTH + USAGE.output]) this.largest[message] = row
    if (!(this.time[message] <= rows.time[row]) && !Number.isNaN(rows.time[row]))
      this.time[message] = rows.time[row]
    if (!isForked(rows.flags[row])) this.forked[message] = 0
  }

  #isOf(rows: UsageRows, row: number, message: number): boolean {
    const known = this.first[message]
    return rows.low[row] === rows.low[known] && rows.high[row] === rows.high[known]
  }

  /** The row's message; `count` where it is a new one, which then has its slot. */
  #messageOf(rows: UsageRows, row: number): number {
    const mask = this.#slots.length - 1
    let slot = rows.low[row] & mask
    for (;;) {
      const message = this.#slots[slot]
      if (message < 0) {
        this.#slots[slot] = this.count
        return this.count
      }
      if (this.#isOf(rows, row, message)) return message
      slot = (slot + 1) & mask
    }
  }

  #reserve(rows: number): void {
    if (rows > this.largest.length) {
      this.largest = new Int32Array(rows * 2)
      this.first = new Int32Array(rows * 2)
      this.time = new Float64Array(rows * 2)
      this.forked = new Uint8Array(rows * 2)
    }
    let size = 128
    while (size < rows * 2) size *= 2
    this.#slots = size === this.#slots.length ? this.#slots : new Int32Array(size)
    this.#slots.fill(-1)
  }
}
