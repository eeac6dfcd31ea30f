import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts'
import { widened } from './growable.ts'
import { hashOf } from './hash.ts'

/**
 * Gives every distinct byte string a small number, and the string back on demand.
 *
 * Contract: ids count up from 1 in order of first sight; 0 means "absent". Two ids are equal
 * exactly when their bytes are. Bytes live in one arena, so a million uuids cost 36 MB and no
 * objects; that is what lets a 500 MB transcript be linked in a few hundred megabytes.
 */
export class Interner {
  #arena = new Uint8Array(1 << 12)
  #arenaEnd = 0
  /** Of the string with id i + 1; one more than there are strings, so that each has its end too. */
  #starts = new Uint32Array(128)
  #hashes = new Int32Array(128)
  #slots = new Int32Array(256)
  #count = 0
  readonly #keys = new Map<string, Key>()
  /** Texts that were asked for lately, each in the place its id gives it: a few names are asked for once a row. */
  readonly #texts: string[] = []
  readonly #textIds = new Int32Array(KEPT_TEXTS)

  /** How many distinct strings are known; also the largest id. */
  get count(): number {
    return this.#count
  }

  /** The id of `bytes[start, end)`, adding it at first sight. The empty string is a string too. */
  intern(bytes: Uint8Array, start: number, end: number): number {
    return this.internHashed(bytes, start, end, hashOf(bytes, start, end))
  }

  /** `intern` for a caller that knows the bytes' `hashOf` already. */
  internHashed(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slot = this.#slotOf(bytes, start, end, hash)
    const known = this.#slots[slot]
    if (known !== 0) return known
    return this.#add(bytes, start, end, hash, slot)
  }

  internText(text: string): number {
    const bytes = encodeUtf8(text)
    return this.intern(bytes, 0, bytes.length)
  }

  /** `intern` for a string of another interner, which has its hash and its bytes. */
  internFrom(other: Interner, id: number): number {
    return this.internHashed(other.#arena, other.#starts[id - 1], other.#starts[id], other.#hashes[id - 1])
  }

  /** The id of `text`, or 0 when it was never seen. */
  find(text: string): number {
    if (this.#keys.size === MAX_KEYS && !this.#keys.has(text) && writeAscii(text, scratch))
      return this.#slots[this.#slotOf(scratch, 0, text.length, hashOf(scratch, 0, text.length))]
    const key = this.#keyOf(text)
    // An id never changes, and what is missing stays so until a string is added.
    if (key.id === 0 && key.missedAt !== this.#count) {
      key.id = this.#slots[this.#slotOf(key.bytes, 0, key.bytes.length, key.hash)]
      key.missedAt = this.#count
    }
    return key.id
  }

  /** Names are asked for once a row; the few there are keep their bytes, hash and id. */
  #keyOf(text: string): Key {
    const known = this.#keys.get(text)
    if (known !== undefined) return known
    const bytes = encodeUtf8(text)
    const key: Key = { bytes, hash: hashOf(bytes, 0, bytes.length), id: 0, missedAt: -1 }
    if (this.#keys.size < MAX_KEYS) this.#keys.set(text, key)
    return key
  }

  /** The string of an id; `''` for 0. */
  text(id: number): string {
    if (id === 0) return ''
    const place = id & (KEPT_TEXTS - 1)
    if (this.#textIds[place] === id) return this.#texts[place]
    const text = decodeUtf8(this.bytes(id))
    if (text.length > LONGEST_KEPT) return text
    this.#texts[place] = text
    this.#textIds[place] = id
    return text
  }

  /** The bytes of an id that is not 0; good until the next string is added. */
  bytes(id: number): Uint8Array {
    return this.#arena.subarray(this.#starts[id - 1], this.#starts[id])
  }

  /** How many bytes the string of an id has. */
  byteLength(id: number): number {
    return id === 0 ? 0 : this.#starts[id] - this.#starts[id - 1]
  }

  #slotOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots
    const hashes = this.#hashes
    const mask = slots.length - 1
    let slot = hash & mask
    for (;;) {
      const id = slots[slot]
      if (id === 0) return slot
      if (hashes[id - 1] === hash && this.#equals(id, bytes, start, end)) return slot
      slot = (slot + 1) & mask
    }
  }

  #equals(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[id - 1]
    const length = end - start
    if (this.#starts[id] - from !== length) return false
    const arena = this.#arena
    for (let i = 0; i < length; i++) if (arena[from + i] !== bytes[start + i]) return false
    return true
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const length = end - start
    const at = this.#arenaEnd
    if (at + length > this.#arena.length) this.#growArena(at + length)
    if (this.#count + 1 === this.#starts.length) this.#growIds()
    const arena = this.#arena
    for (let i = 0; i < length; i++) arena[at + i] = bytes[start + i]
    this.#arenaEnd = at + length
    this.#hashes[this.#count] = hash
    const id = ++this.#count
    this.#starts[id] = at + length
    this.#slots[slot] = id
    if (id * 2 > this.#slots.length) this.#rehash()
    return id
  }

  #growArena(needed: number): void {
    const wider = new Uint8Array(widened(this.#arena.length, needed))
    wider.set(this.#arena.subarray(0, this.#arenaEnd))
    this.#arena = wider
  }

  #growIds(): void {
    const starts = new Uint32Array(this.#starts.length * 2)
    starts.set(this.#starts)
    this.#starts = starts
    const hashes = new Int32Array(this.#hashes.length * 2)
    hashes.set(this.#hashes)
    this.#hashes = hashes
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let id = 1; id <= this.#count; id++) {
      let slot = this.#hashes[id - 1] & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = id
    }
    this.#slots = slots
  }
}

interface Key {
  readonly bytes: Uint8Array
  readonly hash: number
  /** 0 where it was not seen yet. */
  id: number
  /** How many strings there were when it was looked for in vain. */
  missedAt: number
}

/** For texts that are looked for once: an array for each uuid of a file costs more than finding it. */
const scratch = new Uint8Array(64)

/** False where the text is no ASCII or too long. */
function writeAscii(text: string, to: Uint8Array): boolean {
  if (text.length > to.length) return false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 0x7f) return false
    to[i] = unit
  }
  return true
}

/** A power of two. */
const KEPT_TEXTS = 64
/** Signs; a hostile name may be megabytes. */
const LONGEST_KEPT = 256

/** Enough for the names that code asks for; uuids that people ask for come and go. */
const MAX_KEYS = 64
