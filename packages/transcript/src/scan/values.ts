import { decodeUtf8 } from '../bytes/utf8.ts'
import type { Interner } from './interner.ts'
import { OBJECTS } from './fields.ts'
import { CODE_MASK, ESCAPED, EVENT, FIRST_SHIFT, SAME } from './walker.ts'

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
  /** By code: the last string that is not its own text, and its id. */
  readonly #lastEscaped = new Map<number, { raw: Uint8Array; id: number }>()
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
    return this.events[event] >>> FIRST_SHIFT
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

  /** What `if (value)` would say: the real program takes `1` and `"yes"` for a flag that is set. */
  isTruthy(event: number): boolean {
    const first = this.first(event)
    if (first === 0x22) return !this.isEmpty(event)
    if (first === 0x66 || first === 0x6e) return false
    if (first === 0x74 || first === 0x7b || first === 0x5b) return true
    return Number(decodeUtf8(this.bytes.subarray(this.innerStart(event) - 1, this.innerEnd(event) + 1))) !== 0
  }

  /** Whether the string's bytes are its text: nothing escaped, nothing to replace. */
  isPlain(event: number): boolean {
    return !this.badUtf8 && (this.events[event] & ESCAPED) === 0
  }

  /** Rows repeat what has escapes, too: every row of a Windows session has its `cwd`. */
  #escapedId(event: number): number {
    const code = this.events[event] & CODE_MASK
    const start = this.innerStart(event)
    const end = this.innerEnd(event)
    const last = this.#lastEscaped.get(code)
    if (last !== undefined && isSame(last.raw, this.bytes, start, end)) return last.id
    const id = this.#ids.internText(this.text(event))
    this.#lastEscaped.set(code, { raw: this.bytes.slice(start, end), id })
    return id
  }

  /** The id of a string; 0 (absent) for any other value. */
  id(event: number): number {
    const { events } = this
    const cell = events[event]
    if (cell >>> FIRST_SHIFT !== 0x22) return 0
    if ((cell & ESCAPED) !== 0 || this.badUtf8) return this.#escapedId(event)
    const code = cell & CODE_MASK
    const hash = events[event + EVENT.hash]
    const start = this.start + events[event + EVENT.start]
    const end = this.start + events[event + EVENT.end] - 1
    if ((cell & SAME) !== 0) {
      const like = LIKE[code]
      // Else the walker compared with a string of a row that was not committed.
      const same = this.#lastStart[like] === hash
      const known = same ? this.#lastId[like] : this.#ids.intern(this.bytes, start + 1, end)
      this.#lastStart[code] = hash
      this.#lastId[code] = known
      return known
    }
    const id = this.#ids.internHashed(this.bytes, start + 1, end, hash)
    this.#lastStart[code] = start - this.#loadStart
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

function isSame(raw: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (raw.length !== end - start) return false
  for (let i = 0; i < raw.length; i++) if (raw[i] !== bytes[start + i]) return false
  return true
}
