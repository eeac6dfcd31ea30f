import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts'
import { F, READ, type FieldKey } from './fields.ts'
import { hashOf } from './hash.ts'
import { JsonBytes } from './json-bytes.ts'
import { KEY_TABLES } from './key-table.ts'
import { ESCAPED, EVENT, EVENT_WIDTH, FIRST_SHIFT, type Walker } from './walker.ts'

/** The walker in plain TypeScript; runs anywhere, and any object fits it. */
export class PlainWalker implements Walker {
  events = new Int32Array(256 * EVENT_WIDTH)
  eventCount = 0
  repeated = false
  readonly #json = new JsonBytes()
  #start = 0

  get failedAt(): number {
    return this.#json.failedAt
  }

  get badUtf8(): boolean {
    return this.#json.badUtf8
  }

  load(bytes: Uint8Array, _start: number, end: number): void {
    this.#json.reset(bytes, end)
  }

  walk(at: number): number {
    this.#json.badUtf8 = false
    this.#start = at
    this.eventCount = 0
    this.repeated = false
    return this.#walkObject(at, 0)
  }

  #walkObject(at: number, object: number): number {
    const json = this.#json
    const { bytes, end } = json
    const keys = KEY_TABLES[object]
    let seen = 0
    let i = json.skipSpace(at + 1)
    if (i < end && bytes[i] === 0x7d) return i + 1
    for (;;) {
      if (i >= end || bytes[i] !== 0x22) return json.fail(i)
      const keyStart = i + 1
      i = json.skipString(i)
      if (i < 0) return -1
      const key = json.escaped ? this.#escapedKey(keyStart, i - 1, object) : keys.find(bytes, keyStart, i - 1)
      i = json.skipSpace(i)
      if (i >= end || bytes[i] !== 0x3a) return json.fail(i)
      i = json.skipSpace(i + 1)
      if (key === undefined) {
        i = json.skipValue(i)
      } else {
        const bit = 1 << key.code
        if ((seen & bit) !== 0) this.repeated = true
        seen |= bit
        i = this.#readField(key, i)
      }
      if (i < 0) return -1
      i = json.skipSpace(i)
      if (i >= end) return json.fail(i)
      if (bytes[i] === 0x7d) return i + 1
      if (bytes[i] !== 0x2c) return json.fail(i)
      i = json.skipSpace(i + 1)
    }
  }

  #escapedKey(start: number, end: number, object: number): FieldKey | undefined {
    // The slice was validated as the inside of a JSON string, so this is a string.
    const text = JSON.parse(`"${decodeUtf8(this.#json.bytes.subarray(start, end))}"`) as string
    const bytes = encodeUtf8(text)
    return KEY_TABLES[object].find(bytes, 0, bytes.length)
  }

  #readField(key: FieldKey, at: number): number {
    const json = this.#json
    const event = this.#open(key.code, at)
    let after: number
    if (key.read === READ.object) after = this.#walkIfObject(at, key.inside)
    else if (key.read === READ.blocks) after = this.#walkBlocks(at, key.inside)
    else if (key.read === READ.firstElement) after = this.#walkFirstElement(at, key.inside)
    else after = json.skipValue(at)
    if (after < 0) return -1
    this.events[event + EVENT.end] = after - this.#start
    if (json.bytes[at] !== 0x22) return after
    if (json.escaped) this.events[event] |= ESCAPED
    if (key.read === READ.id) this.events[event + EVENT.hash] = hashOf(json.bytes, at + 1, after - 1)
    return after
  }

  #walkIfObject(at: number, object: number): number {
    const json = this.#json
    return at < json.end && json.bytes[at] === 0x7b ? this.#walkObject(at, object) : json.skipValue(at)
  }

  #walkBlocks(at: number, object: number): number {
    const json = this.#json
    const { bytes, end } = json
    if (at >= end || bytes[at] !== 0x5b) return json.skipValue(at)
    let i = json.skipSpace(at + 1)
    if (i < end && bytes[i] === 0x5d) return i + 1
    for (;;) {
      const event = this.#open(F.block, i)
      const after = this.#walkIfObject(i, object)
      if (after < 0) return -1
      this.events[event + EVENT.end] = after - this.#start
      if (bytes[i] === 0x22 && json.escaped) this.events[event] |= ESCAPED
      i = json.skipSpace(after)
      if (i >= end) return json.fail(i)
      if (bytes[i] === 0x5d) return i + 1
      if (bytes[i] !== 0x2c) return json.fail(i)
      i = json.skipSpace(i + 1)
    }
  }

  #walkFirstElement(at: number, object: number): number {
    const json = this.#json
    const { bytes, end } = json
    const first = at < end && bytes[at] === 0x5b ? json.skipSpace(at + 1) : end
    if (first >= end || bytes[first] !== 0x7b) return json.skipValue(at)
    let i = this.#walkObject(first, object)
    for (;;) {
      if (i < 0) return -1
      i = json.skipSpace(i)
      if (i >= end) return json.fail(i)
      if (bytes[i] === 0x5d) return i + 1
      if (bytes[i] !== 0x2c) return json.fail(i)
      i = json.skipValue(json.skipSpace(i + 1))
    }
  }

  #open(code: number, at: number): number {
    const event = this.eventCount++ * EVENT_WIDTH
    if (event === this.events.length) this.#grow()
    this.events[event] = code | (this.#json.bytes[at] << FIRST_SHIFT)
    this.events[event + EVENT.start] = at - this.#start
    this.events[event + EVENT.hash] = 0
    return event
  }

  #grow(): void {
    const wider = new Int32Array(this.events.length * 2)
    wider.set(this.events)
    this.events = wider
  }
}
