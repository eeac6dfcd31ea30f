import { encodeUtf8 } from '../bytes/utf8.ts'
import { OBJECTS, type FieldKey } from './fields.ts'

/** Finds the keys of one kind of object by their bytes. */
export class KeyTable {
  readonly #slots: (Key | undefined)[] = Array.from({ length: KEY_SLOTS })

  constructor(keys: readonly FieldKey[]) {
    for (const field of keys) this.#add({ field, bytes: encodeUtf8(field.name) })
  }

  find(bytes: Uint8Array, start: number, end: number): FieldKey | undefined {
    if (end === start) return undefined
    let slot = keySlot(bytes, start, end)
    for (;;) {
      const key = this.#slots[slot]
      if (key === undefined) return undefined
      if (key.bytes.length === end - start && equal(key.bytes, bytes, start)) return key.field
      slot = (slot + 1) & (KEY_SLOTS - 1)
    }
  }

  #add(key: Key): void {
    let slot = keySlot(key.bytes, 0, key.bytes.length)
    while (this.#slots[slot] !== undefined) slot = (slot + 1) & (KEY_SLOTS - 1)
    this.#slots[slot] = key
  }
}

interface Key {
  readonly field: FieldKey
  readonly bytes: Uint8Array
}

/** A power of two, far above the number of keys: a key that is not wanted mostly meets a free slot. */
export const KEY_SLOTS = 256

export function keySlot(bytes: Uint8Array, start: number, end: number): number {
  const middle = bytes[(start + end) >> 1]
  return ((end - start) * 11 + bytes[start] * 5 + bytes[end - 1] * 3 + middle) & (KEY_SLOTS - 1)
}

/** The tables of `OBJECTS`, at the same indices. */
export const KEY_TABLES: readonly KeyTable[] = OBJECTS.map((keys) => new KeyTable(keys))

function equal(key: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < key.length; i++) if (key[i] !== bytes[start + i]) return false
  return true
}
