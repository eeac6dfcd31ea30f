import { USAGE, USAGE_WIDTH, type UsageRows } from '@skein/transcript'
import type { Owners } from './usage-table.ts'

/** Which rows of one file are of one message: the largest of them, and the one the message belongs to. */
export class FileMessages {
  count = 0
  /** By message: the row with the most output, the last of equals. */
  largest: Int32Array = new Int32Array(64)
  owner: Int32Array = new Int32Array(64)
  #slots = new Int32Array(128)
  readonly #isBefore: (rows: Owners, a: number, b: number) => boolean

  constructor(isBefore: (rows: Owners, a: number, b: number) => boolean) {
    this.#isBefore = isBefore
  }

  read(rows: UsageRows): void {
    this.#reserve(rows.count)
    this.count = 0
    let last = -1
    for (let row = 0; row < rows.count; row++) {
      // The rows of a message mostly stand together.
      const message = last >= 0 && this.#isOf(rows, row, last) ? last : this.#messageOf(rows, row)
      if (message === this.count) {
        this.largest[message] = row
        this.owner[message] = row
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
    const owner = this.owner[message]
    if (this.#isBefore(rows, row, owner)) this.owner[message] = row
  }

  #isOf(rows: UsageRows, row: number, message: number): boolean {
    const known = this.owner[message]
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
      this.owner = new Int32Array(rows * 2)
    }
    let size = 128
    while (size < rows * 2) size *= 2
    this.#slots = size === this.#slots.length ? this.#slots : new Int32Array(size)
    this.#slots.fill(-1)
  }
}
