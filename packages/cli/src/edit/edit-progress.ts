import type { WriteStream } from 'node:tty'
import { bytes } from '../terminal/figures.ts'

/** What an edit of a large session is about: one line, on a terminal only. */
export class EditProgress {
  readonly #size: number
  readonly #given: WriteStream | undefined
  #drawn = false

  /** Standard error unless said, which is looked at when there is something to draw: making its stream takes time. */
  constructor(size: number, stream?: WriteStream) {
    this.#size = size
    this.#given = stream
  }

  get #stream(): WriteStream {
    return this.#given ?? process.stderr
  }

  at(doing: string): void {
    if (this.#size < LARGE || !this.#stream.isTTY) return
    this.#drawn = true
    this.#stream.write(`\r${doing} ${bytes(this.#size)}…\x1b[K`)
  }

  /** Takes the line away again. */
  end(): void {
    if (this.#drawn) this.#stream.write('\r\x1b[K')
    this.#drawn = false
  }
}

/** Smaller ones are done before anybody could read it. */
const LARGE = 8 * 1024 * 1024
