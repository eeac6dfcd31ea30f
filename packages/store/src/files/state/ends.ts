import { createHash } from 'node:crypto'
import { filled } from '../bytes/filled.ts'
import type { OpenFile } from '../bytes/open-file.ts'

/** So many bytes at each end tell a file from others: rows have ids and times of their own. */
const END_BYTES = 2048

/** The first and the last bytes of what was read of a file: as they passed by, not as they are by then. */
export class Ends {
  #head: Uint8Array
  #tail: Uint8Array

  constructor(head: Uint8Array = NOTHING, tail: Uint8Array = NOTHING) {
    this.#head = head
    this.#tail = tail
  }

  /** Those of the first `offset` bytes, fewer where the file ends before. */
  static at(bytes: Pick<OpenFile, 'readInto'>, offset: number): Ends {
    const length = Math.min(END_BYTES, offset)
    return new Ends(
      filled(bytes, new Uint8Array(length), 0),
      filled(bytes, new Uint8Array(length), offset - length),
    )
  }

  /** How many bytes they are. */
  get length(): number {
    return this.#head.length + this.#tail.length
  }

  /** More was read, behind what was. */
  push(bytes: Uint8Array): void {
    const missing = END_BYTES - this.#head.length
    if (missing > 0) this.#head = joined(this.#head, bytes.subarray(0, missing))
    const kept = this.#tail.subarray(Math.max(0, this.#tail.length + bytes.length - END_BYTES))
    this.#tail = bytes.length >= END_BYTES ? bytes.slice(-END_BYTES) : joined(kept, bytes)
  }

  /** 128 bits of SHA-256. */
  hash(): Uint8Array {
    const hash = createHash('sha256').update(this.#head).update(this.#tail).digest()
    return new Uint8Array(hash.subarray(0, 16))
  }
}

const NOTHING = new Uint8Array(0)

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
