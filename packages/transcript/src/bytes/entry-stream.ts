import type { Entry } from '../entry/entry.ts'
import { readEntry } from '../entry/read-entry.ts'
import { FLAG } from '../scan/columns.ts'
import { Scanner } from '../scan/scanner.ts'
import { decodeUtf8 } from './utf8.ts'

/** What a stream of entries hands out. */
export interface EntrySink {
  readonly entry: (entry: Entry) => void
  /** A line too long to hold: its place. Its fields are in the columns of a `Scanner`. */
  readonly oversized?: (place: Entry['place']) => void
}

/**
 * Every entry of a transcript, in full, as the bytes arrive; none is kept.
 *
 * Contract: entries and places are those of a `Scanner`'s rows, however the bytes are cut and
 * damaged. `JSON.parse` of a line that is one whole object says all a scanner could say of it, so
 * the scanner reads only the lines that are anything else.
 */
export class EntryStream {
  readonly #sink: EntrySink
  /** The unfinished line, in parts: joined once, when it ends. */
  #parts: Uint8Array[] = []
  #heldBytes = 0
  #line = 1
  #offset = 0

  constructor(sink: EntrySink) {
    this.#sink = sink
  }

  /** The chunk may be reused by the caller afterwards. */
  push(chunk: Uint8Array): void {
    let start = 0
    for (;;) {
      const newline = chunk.indexOf(NEWLINE, start)
      if (newline < 0) break
      if (this.#heldBytes > 0) this.#readHeld(chunk.subarray(start, newline))
      else this.#read(chunk.subarray(start, newline))
      this.#line++
      start = newline + 1
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start))
  }

  /** Reads a last line that has no newline. */
  end(): void {
    this.#readHeld(NOTHING)
  }

  #hold(part: Uint8Array): void {
    this.#heldBytes += part.length
    if (this.#heldBytes > MAX_LINE_BYTES) this.#parts = []
    else this.#parts.push(part.slice())
  }

  #readHeld(rest: Uint8Array): void {
    const length = this.#heldBytes + rest.length
    if (length > MAX_LINE_BYTES) this.#passOver(length)
    else this.#read(joined([...this.#parts, rest], length))
    this.#parts = []
    this.#heldBytes = 0
  }

  #passOver(length: number): void {
    this.#sink.oversized?.({ line: this.#line, offset: this.#offset, length })
    this.#offset += length + 1
  }

  #read(bytes: Uint8Array): void {
    if (bytes.length > MAX_LINE_BYTES) return this.#passOver(bytes.length)
    const place = { line: this.#line, offset: this.#offset, length: bytes.length }
    this.#offset += bytes.length + 1
    const whole = bytes[0] === 0x7b && bytes[bytes.length - 1] === 0x7d
    const value = whole ? parsed(bytes) : undefined
    if (value === undefined) this.#recover(bytes, place)
    else this.#sink.entry(readEntry(value, place))
  }

  #recover(bytes: Uint8Array, { line, offset }: Entry['place']): void {
    if (bytes.length === 0) return
    const scanner = new Scanner({ state: { offset, line, pending: NOTHING, crlfSeen: true } })
    scanner.push(bytes)
    scanner.end()
    const { columns } = scanner
    for (let row = 0; row < columns.count; row++) {
      if ((columns.flags[row] & FLAG.oversized) !== 0) continue
      const place = { line, offset: columns.offset[row], length: columns.length[row] }
      const from = place.offset - offset
      this.#sink.entry(readEntry(parsed(bytes.subarray(from, from + place.length)), place))
    }
  }
}

const NEWLINE = 0x0a
const NOTHING = new Uint8Array(0)

/** The length up to which a scanner holds a line; longer ones it marks as oversized. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes))
  } catch {
    return undefined
  }
}
