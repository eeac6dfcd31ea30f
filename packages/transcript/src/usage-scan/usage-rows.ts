import { USAGE_WIDTH } from '../scan/columns.ts'
import { widened } from '../scan/growable.ts'

/**
 * The rows of a transcript that tell of usage which counts: one a row, numbers only.
 *
 * Contract: rows stand in file order within a message. The program's own rows and API failures are
 * not among them. Names are the ids of the interner beside it, 0 where the row has none.
 */
export class UsageRows {
  count = 0
  /** Two lanes of the hash of the message's id: rows with both equal are of one message. */
  low = new Int32Array(CAPACITY)
  high = new Int32Array(CAPACITY)
  /** Milliseconds since the epoch; NaN where the row has no date. */
  time = new Float64Array(CAPACITY)
  /** Byte offset of the row in its transcript. */
  offset = new Float64Array(CAPACITY)
  flags = new Uint8Array(CAPACITY)
  model = new Int32Array(CAPACITY)
  session = new Int32Array(CAPACITY)
  tier = new Int32Array(CAPACITY)
  /** `USAGE_WIDTH` counters a row, as the row says them. */
  counters = new Float64Array(CAPACITY * USAGE_WIDTH)

  /** Adds a row of zeros and says which it is. */
  add(): number {
    if (this.count === this.low.length) this.#grow()
    return this.count++
  }

  clear(): void {
    this.count = 0
  }

  #grow(): void {
    const capacity = widened(this.low.length, this.count)
    this.low = copied(this.low, new Int32Array(capacity))
    this.high = copied(this.high, new Int32Array(capacity))
    this.time = copied(this.time, new Float64Array(capacity))
    this.offset = copied(this.offset, new Float64Array(capacity))
    this.flags = copied(this.flags, new Uint8Array(capacity))
    this.model = copied(this.model, new Int32Array(capacity))
    this.session = copied(this.session, new Int32Array(capacity))
    this.tier = copied(this.tier, new Int32Array(capacity))
    this.counters = copied(this.counters, new Float64Array(capacity * USAGE_WIDTH))
  }
}

/** Facts of one bit; wasm/usage-layout.ts has the same. */
export const USAGE_FLAG = {
  /** The row is a copy: `forkedFrom` names the session it came from. */
  forked: 1,
  sidechain: 2,
} as const

const CAPACITY = 256

function copied<T extends Float64Array | Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from)
  return to
}
