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
    const percent = `${Math.floor(share * 100)} %`
    const spans = `${whole(sent)} spans`
    const line = this.#line(share, [
      `${percent}  ${bytes(done)} of ${bytes(this.#total)}, ${spans}`,
      `${percent}  ${spans}`,
      percent,
    ])
    if (line === this.#drawn) return
    this.#drawn = line
    this.#stream.write(`\r${line}\x1b[K`)
  }

  /** A bar with as much behind it as the terminal has room for: what is wider would not go away again. */
  #line(share: number, ends: readonly string[]): string {
    const room = (this.#stream.columns || 80) - 1
    for (const end of ends) {
      const columns = Math.min(BAR, room - WORD.length - end.length - 2)
      if (columns < LEAST_BAR) continue
      const full = Math.round(share * columns)
      return `${WORD} ${'━'.repeat(full)}${'─'.repeat(columns - full)} ${end}`
    }
    return (ends.at(-1) ?? '').slice(0, room)
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
const WORD = 'Sending'
const BAR = 24
const LEAST_BAR = 8
