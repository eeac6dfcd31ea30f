import { createHash } from 'node:crypto'
import type { PieceSource } from './piece-reader.ts'

/** So many bytes at each end say whether a file that grew is still the file it was. */
export const END_BYTES = 2048

/** 128 bits of SHA-256. */
export function hashOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(bytes).digest().subarray(0, 16))
}

/** The bytes `[from, to)`, fewer where the file ends before. */
export function bytesBetween(source: PieceSource, from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(to - from)
  let length = 0
  while (length < bytes.length) {
    const read = source.readInto(bytes.subarray(length), from + length)
    if (read === 0) break
    length += read
  }
  return bytes.subarray(0, length)
}

/** The last bytes that passed by: what a file ended with is hashed as it was read, not as it is by then. */
export class TailWindow {
  #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  push(bytes: Uint8Array): void {
    if (bytes.length >= END_BYTES) {
      this.#bytes = bytes.slice(-END_BYTES)
      return
    }
    const kept = this.#bytes.subarray(Math.max(0, this.#bytes.length + bytes.length - END_BYTES))
    const joined = new Uint8Array(kept.length + bytes.length)
    joined.set(kept)
    joined.set(bytes, kept.length)
    this.#bytes = joined
  }

  hash(): Uint8Array {
    return hashOf(this.#bytes)
  }
}
