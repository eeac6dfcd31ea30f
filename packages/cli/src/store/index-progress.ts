import type { WriteStream } from 'node:tty'
import { bytes } from '../terminal/figures.ts'

export interface IndexState {
  readonly bytesDone: number
  readonly bytesTotal: number
  readonly filesDone: number
  readonly filesTotal: number
}

/** The bar of a long refresh: on a terminal only, and only once it takes a while. */
export class IndexProgress {
  readonly #given: WriteStream | undefined
  readonly #now: () => number
  readonly #started: number
  #drawn = ''

  /** Standard error unless said, which is looked at when there is something to draw: making its stream takes time. */
  constructor(stream?: WriteStream, now: () => number = Date.now) {
    this.#given = stream
    this.#now = now
    this.#started = now()
  }

  get #stream(): WriteStream {
    return this.#given ?? process.stderr
  }

  at(state: IndexState): void {
    if (!this.#stream.isTTY || this.#now() - this.#started < PATIENCE_MS) return
    const share = Math.min(1, state.bytesDone / Math.max(1, state.bytesTotal))
    const full = Math.round(share * BAR)
    const bar = '━'.repeat(full) + '─'.repeat(BAR - full)
    const line = `Indexing ${bar} ${Math.floor(share * 100)} %  ${bytes(state.bytesDone)} of ${bytes(state.bytesTotal)}`
    if (line === this.#drawn) return
    this.#drawn = line
    this.#stream.write(`\r${line}\x1b[K`)
  }

  /** Takes the line away again. */
  end(): void {
    if (this.#drawn !== '') this.#stream.write('\r\x1b[K')
  }
}

const PATIENCE_MS = 400
const BAR = 24
