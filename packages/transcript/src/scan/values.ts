import { decodeUtf8 } from '../utf8.ts'
import type { Interner } from './interner.ts'
import { OBJECTS } from './fields.ts'
import { CODE_MASK, ESCAPED, EVENT, SAME } from './walker.ts'

/** The values that a walk found, read from their bytes. `event` is the index of an event's first cell. */
export class Values {
  bytes: Uint8Array = new Uint8Array(0)
  /** Where the walked object begins in `bytes`. */
  start = 0
  events: Int32Array = new Int32Array(0)
  badUtf8 = false
  readonly #ids: Interner
  /** By code: where the last string that was interned begins, from `#loadStart` on; its id. */
  readonly #lastStart = new Int32Array(CODE_MASK + 1).fill(-1)
  readonly #lastId = new Int32Array(CODE_MASK + 1)
  #loadStart = 0

  constructor(ids: Interner) {
    this.#ids = ids
  }

  load(bytes: Uint8Array, start: number): void {
    this.bytes = bytes
    this.#loadStart = start
    this.#lastStart.fill(-1)
  }

  /** The value's first byte, which says what it is: `"`, `{`, `[`, `t`rue… */
  first(event: number): number {
    return this.bytes[this.start + this.events[event + EVENT.start]]
  }

  /** Just past the opening quote of a string. */
  innerStart(event: number): number {
    return this.start + this.events[event + EVENT.start] + 1
  }

  /** On the closing quote of a string. */
  innerEnd(event: number): number {
    return this.start + this.events[event + EVENT.end] - 1
  }

  isEmpty(event: number): boolean {
    return this.events[event + EVENT.end] - this.events[event + EVENT.start] === 2
  }

  /** Whether the string's bytes are its text: nothing escaped, nothing to replace. */
  isPlain(event: number): boolean {
    return !this.badUtf8 && (this.events[event] & ESCAPED) === 0
  }

  /** The id of a string; 0 (absent) for any other value. */
  id(event: number): number {
    if (this.first(event) !== 0x22) return 0
    if (!this.isPlain(event)) return this.#ids.internText(this.text(event))
    const cell = this.events[event]
    const hash = this.events[event + EVENT.hash]
    const code = cell & CODE_MASK
    if ((cell & SAME) !== 0) {
      const like = LIKE[code]
      if (this.#lastStart[like] === hash) return this.#lastId[like]
      // The walker compared with a string of a row that was not committed.
      return this.#ids.intern(this.bytes, this.innerStart(event), this.innerEnd(event))
    }
    const id = this.#ids.internHashed(this.bytes, this.innerStart(event), this.innerEnd(event), hash)
    this.#lastStart[code] = this.start + this.events[event + EVENT.start] - this.#loadStart
    this.#lastId[code] = id
    return id
  }

  text(event: number): string {
    // The walker has checked that this is a JSON string.
    return JSON.parse(this.json(event)) as string
  }

  /** The value as it stands in the line. */
  json(event: number): string {
    const { bytes, start, events } = this
    return decodeUtf8(bytes.subarray(start + events[event + EVENT.start], start + events[event + EVENT.end]))
  }
}

const LIKE = new Uint8Array(CODE_MASK + 1)
for (const keys of OBJECTS) for (const { code, like } of keys) LIKE[code] = like
