import type { WriteStream } from 'node:tty'

/** How far a run of requests is: one line, on a terminal only. */
export class RequestProgress {
  readonly #stream: WriteStream
  #drawn = false

  constructor(stream: WriteStream = process.stderr) {
    this.#stream = stream
  }

  at(done: number, of: number): void {
    if (!this.#stream.isTTY) return
    this.#drawn = true
    this.#stream.write(`\rShortening: ${done} of ${of} requests (Ctrl-C stops, and keeps them)\x1b[K`)
  }

  /** Takes the line away again. */
  end(): void {
    if (this.#drawn) this.#stream.write('\r\x1b[K')
  }
}
