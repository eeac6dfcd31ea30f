import type { WriteStream } from 'node:tty'

/** Says how far a long read has come: on a terminal only, and only once it takes a while. */
export class Progress {
  readonly #total: number
  readonly #stream: WriteStream
  readonly #started = Date.now()
  #shown = -1

  /** `total` may be told later. */
  constructor(total = 0, stream: WriteStream = process.stderr) {
    this.#total = total
    this.#stream = stream
  }

  at(done: number, total = this.#total): void {
    if (!this.#stream.isTTY || Date.now() - this.#started < PATIENCE_MS) return
    const percent = Math.min(100, Math.floor((done * 100) / Math.max(1, total)))
    if (percent === this.#shown) return
    this.#shown = percent
    this.#stream.write(`\rReading… ${percent} %`)
  }

  /** Takes the line away again. */
  end(): void {
    if (this.#shown >= 0) this.#stream.write('\r\x1b[K')
  }
}

const PATIENCE_MS = 400
