/** Collects small pieces and hands them on in large ones. */
export class ByteSink {
  readonly #write: (bytes: Uint8Array) => void
  readonly #buffer: Buffer
  #used = 0
  #total = 0
  #last = NEWLINE

  /**
   * `write` gets bytes that are valid during the call only. Whoever fills one sink after the other gives them the same
   * `buffer`: a new one for each small file costs more than the file.
   */
  constructor(write: (bytes: Uint8Array) => void, buffer = sinkBuffer()) {
    this.#write = write
    this.#buffer = buffer
  }

  /** Bytes taken so far. */
  get length(): number {
    return this.#total
  }

  get atLineStart(): boolean {
    return this.#last === NEWLINE
  }

  copy(bytes: Uint8Array, start: number, end: number): void {
    if (end <= start) return
    this.#last = bytes[end - 1]
    this.#total += end - start
    if (end - start > SIZE) {
      this.flush()
      this.#write(bytes.subarray(start, end))
      return
    }
    if (this.#used + end - start > SIZE) this.flush()
    if (end - start > SHORT) {
      this.#buffer.set(bytes.subarray(start, end), this.#used)
      this.#used += end - start
      return
    }
    const buffer = this.#buffer
    let used = this.#used
    for (let i = start; i < end; i++) buffer[used++] = bytes[i]
    this.#used = used
  }

  text(text: string): void {
    // Three bytes are the most that a UTF-16 unit takes.
    if (text.length * 3 > SIZE) {
      const bytes = Buffer.from(text)
      return this.copy(bytes, 0, bytes.length)
    }
    if (this.#used + text.length * 3 > SIZE) this.flush()
    const count = this.#ascii(text) || this.#buffer.write(text, this.#used)
    if (count === 0) return
    this.#used += count
    this.#total += count
    this.#last = this.#buffer[this.#used - 1]
  }

  /** Ids are short, and there are several a row; 0 for any other text. */
  #ascii(text: string): number {
    if (text.length > SHORT) return 0
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit > 0x7f) return 0
      this.#buffer[this.#used + i] = unit
    }
    return text.length
  }

  flush(): void {
    if (this.#used > 0) this.#write(this.#buffer.subarray(0, this.#used))
    this.#used = 0
  }
}

export function sinkBuffer(): Buffer {
  return Buffer.allocUnsafe(SIZE)
}

const SIZE = 1024 * 1024
/** Up to here, going byte by byte is faster than a call of the runtime. */
const SHORT = 256
const NEWLINE = 0x0a
