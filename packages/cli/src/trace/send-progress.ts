import type { WriteStream } from 'node:tty'
import type { SendReport } from '@skein/trace'
import { bytes, whole } from '../terminal/figures.ts'

/** The bar of a long run: on a terminal only, and only once it takes a while. */
export class SendProgress {
  readonly #total: number
  readonly #stream: WriteStream
  readonly #now: () => number
  readonly #started: number
  #drawn = ''

  constructor(total: number, stream: WriteStream = process.stderr, now: () => number = Date.now) {
    this.#total = total
    this.#stream = stream
    this.#now = now
    this.#started = now()
  }

  at(done: number, { sent }: Pick<SendReport, 'sent'>): void {
    if (!this.#stream.isTTY || this.#now() - this.#started < PATIENCE_MS) return
    const share = Math.min(1, done / Math.max(1, this.#total))
    const full = Math.round(share * BAR)
    const bar = '━'.repeat(full) + '─'.repeat(BAR - full)
    const line = `Sending ${bar} ${Math.floor(share * 100)} %  ${bytes(done)} of ${bytes(this.#total)}, ${whole(sent)} spans`
    if (line === this.#drawn) return
    this.#drawn = line
    this.#stream.write(`\r${line}\x1b[K`)
  }

  /** Makes room for a line, and draws the bar again below it. */
  around(tell: () => void): void {
    if (this.#drawn !== '') this.#stream.write('\r\x1b[K')
    tell()
    if (this.#drawn !== '') this.#stream.write(this.#drawn)
  }

  /** Takes the line away again. */
  end(): void {
    if (this.#drawn !== '') this.#stream.write('\r\x1b[K')
    this.#drawn = ''
  }
}

const PATIENCE_MS = 400
const BAR = 24
