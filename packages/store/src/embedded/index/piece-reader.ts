/** Where a transcript's bytes come from. */
export interface PieceSource {
  /** Reads up to `buffer.length` bytes at an offset: how many it got, 0 at the end. */
  readInto(buffer: Uint8Array, offset: number): number
}

/** Some bytes of a transcript; `at` is the offset of the first. They are good until the next piece is asked for. */
export interface Piece {
  readonly bytes: Uint8Array
  readonly at: number
  /** `lines`: whole lines. `part`: of a line that is too long to hold. `end`: the last part of one, with its newline. */
  readonly kind: 'lines' | 'part' | 'end'
}

/** The memory that pieces are read into, one for each thread: files come one after another. */
export class PieceBuffer {
  bytes = new Uint8Array(PIECE_BYTES)

  /** False where it is as large as it may be. */
  grow(): boolean {
    if (this.bytes.length === HOLD_BYTES) return false
    const wider = new Uint8Array(Math.min(this.bytes.length * 2, HOLD_BYTES))
    wider.set(this.bytes)
    this.bytes = wider
    return true
  }
}

/**
 * Reads a transcript from an offset on, in pieces of whole lines.
 *
 * Contract: takes no more memory than the longest line that the scanner holds, however long a line is; reads nothing
 * past `limit`.
 */
export class PieceReader {
  readonly #source: PieceSource
  readonly #buffer: PieceBuffer
  readonly #limit: number
  /** Offset of the first byte in the buffer, how many there are, and how many of them are known to hold no newline. */
  #at: number
  #held = 0
  #searched = 0
  /** How many of them the last piece was. */
  #given = 0
  #inLongLine = false
  #bytesRead = 0

  constructor(
    source: PieceSource,
    buffer: PieceBuffer,
    range: { readonly from: number; readonly limit: number },
  ) {
    this.#source = source
    this.#buffer = buffer
    this.#at = range.from
    this.#limit = range.limit
  }

  get bytesRead(): number {
    return this.#bytesRead
  }

  /** After the last piece: the last line, when it has no newline; null where it is too long to hold. */
  get rest(): Uint8Array | null {
    return this.#inLongLine ? null : this.#buffer.bytes.subarray(0, this.#held)
  }

  /** The next piece; null when no whole line is left. */
  next(): Piece | null {
    this.#drop()
    for (;;) {
      const piece = this.#inLongLine ? this.#longLine() : this.#wholeLines()
      if (piece !== null) return piece
      if (this.#held === this.#buffer.bytes.length && !this.#buffer.grow()) {
        this.#inLongLine = true
        return this.#give('part', this.#held)
      }
      if (!this.#fill()) return null
    }
  }

  #wholeLines(): Piece | null {
    const newline = this.#buffer.bytes.subarray(this.#searched, this.#held).lastIndexOf(NEWLINE)
    if (newline >= 0) return this.#give('lines', this.#searched + newline + 1)
    this.#searched = this.#held
    return null
  }

  #longLine(): Piece | null {
    if (this.#held === 0) return null
    const newline = this.#buffer.bytes.subarray(0, this.#held).indexOf(NEWLINE)
    if (newline < 0) return this.#give('part', this.#held)
    this.#inLongLine = false
    return this.#give('end', newline + 1)
  }

  #give(kind: Piece['kind'], length: number): Piece {
    this.#given = length
    return { bytes: this.#buffer.bytes.subarray(0, length), at: this.#at, kind }
  }

  #drop(): void {
    if (this.#given === 0) return
    this.#buffer.bytes.copyWithin(0, this.#given, this.#held)
    this.#at += this.#given
    this.#held -= this.#given
    this.#given = 0
    this.#searched = 0
  }

  #fill(): boolean {
    const { bytes } = this.#buffer
    const offset = this.#at + this.#held
    const room = Math.min(bytes.length - this.#held, this.#limit - offset)
    if (room <= 0) return false
    const read = this.#source.readInto(bytes.subarray(this.#held, this.#held + room), offset)
    this.#held += read
    this.#bytesRead += read
    return read > 0
  }
}

const NEWLINE = 0x0a

/** 1 MiB: larger reads gain nothing (docs/benchmarks.md), and the second cache of a core holds it. */
const PIECE_BYTES = 1024 * 1024

/** The scanner holds lines of up to 16 MiB; longer ones it reads as they pass by. */
export const HOLD_BYTES = 16 * 1024 * 1024 + 1
