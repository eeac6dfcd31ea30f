import { readEntry, Scanner, type Entry } from '@skein/transcript'

/**
 * Every entry of a transcript, in full, as the bytes arrive; none is kept.
 *
 * `JSON.parse` of a line that is one whole object says all a scanner could say of it, so the
 * scanner reads only the lines that are anything else. Entries and their places are those of a
 * `Scanner`'s rows; a line over `MAX_LINE` has no entry.
 */
export class EntryStream {
  readonly #use: (entry: Entry) => void
  /** The unfinished line, in parts: joined once, when it ends. */
  #parts: Buffer[] = []
  #heldBytes = 0
  #line = 1
  #offset = 0

  constructor(use: (entry: Entry) => void) {
    this.#use = use
  }

  /** The chunk may be reused by the caller afterwards. */
  push(chunk: Buffer): void {
    let start = 0
    for (;;) {
      const newline = chunk.indexOf(NEWLINE, start)
      if (newline < 0) break
      if (this.#heldBytes > 0) this.#readHeld(chunk.subarray(start, newline))
      else this.#read(chunk, start, newline)
      this.#line++
      start = newline + 1
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start))
  }

  /** Reads a last line that has no newline. */
  end(): void {
    this.#readHeld(Buffer.alloc(0))
  }

  #hold(part: Buffer): void {
    this.#heldBytes += part.length
    if (this.#heldBytes > MAX_LINE) this.#parts = []
    else this.#parts.push(Buffer.from(part))
  }

  #readHeld(rest: Buffer): void {
    const length = this.#heldBytes + rest.length
    if (length > MAX_LINE) this.#offset += length + 1
    else this.#read(Buffer.concat([...this.#parts, rest]), 0, length)
    this.#parts = []
    this.#heldBytes = 0
  }

  #read(bytes: Buffer, start: number, end: number): void {
    const place = { line: this.#line, offset: this.#offset, length: end - start }
    this.#offset += end - start + 1
    const whole = bytes[start] === 0x7b && bytes[end - 1] === 0x7d
    const value = whole ? parsed(bytes, start, end) : undefined
    if (value === undefined) this.#recover(bytes.subarray(start, end), place)
    else this.#use(readEntry(value, place))
  }

  #recover(bytes: Buffer, { line, offset }: { line: number; offset: number }): void {
    if (bytes.length === 0) return
    const scanner = new Scanner({ state: { offset, line, pending: new Uint8Array(0), crlfSeen: true } })
    scanner.push(bytes)
    scanner.end()
    const { columns } = scanner
    for (let row = 0; row < columns.count; row++) {
      const place = { line, offset: columns.offset[row], length: columns.length[row] }
      const from = place.offset - offset
      this.#use(readEntry(parsed(bytes, from, from + place.length), place))
    }
  }
}

const NEWLINE = 0x0a
/** The length up to which a scanner holds a line; longer ones it marks as oversized. */
const MAX_LINE = 16 * 1024 * 1024

function parsed(bytes: Buffer, start: number, end: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', start, end))
  } catch {
    return undefined
  }
}
