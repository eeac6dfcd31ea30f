import type { ContentBlock, Transcript } from '@skein/transcript'
import { BLOCK, blocksIn, FLAG, KIND, readBlock } from '@skein/transcript'
import { factsInBytes, type ResultFacts } from './result-facts.ts'

type Scan = Transcript['scan']

/**
 * A row of which only the blocks are parsed that spans need: the envelope around them, signatures, and what is for screens
 * are most of a transcript.
 */
export class RowBytes {
  readonly kind: 'assistant' | 'user' | 'other'
  readonly #scan: Scan
  readonly #row: number
  readonly #bytes: Buffer

  constructor(scan: Scan, row: number, { buffer, byteOffset, length }: Uint8Array) {
    this.kind = kindOf(scan, row)
    this.#scan = scan
    this.#row = row
    this.#bytes = Buffer.from(buffer, byteOffset, length)
  }

  /** What it says, and with what it asks tools. */
  *said({ thinking }: { readonly thinking: boolean }): Generator<ContentBlock> {
    const { kind } = this.#scan.blocks
    for (const block of blocksIn(this.#scan, this.#row))
      if (kind[block] === BLOCK.text || kind[block] === BLOCK.toolUse) yield this.#read(block)
      else if (thinking && kind[block] === BLOCK.thinking) yield this.#read(block)
  }

  get stopReason(): string | null {
    const { columns, ids } = this.#scan
    const reason = columns.stopReason[this.#row]
    return reason === 0 ? null : ids.text(reason)
  }

  *answers(): Generator<ContentBlock> {
    const { kind } = this.#scan.blocks
    for (const block of blocksIn(this.#scan, this.#row))
      if (kind[block] === BLOCK.toolResult) yield this.#read(block)
  }

  /** Null where the row has to be parsed to know. */
  get facts(): ResultFacts | null {
    const { messageStart, messageEnd, resultStart, resultEnd } = this.#scan.columns
    const row = this.#row
    const message = { start: messageStart[row], end: messageEnd[row] }
    // Nothing, where there is no result.
    const result =
      resultStart[row] === 0
        ? { start: message.end, end: message.end }
        : { start: resultStart[row], end: resultEnd[row] }
    return factsInBytes(this.#bytes, { message, result })
  }

  #read(block: number): ContentBlock {
    const { start, length } = this.#scan.blocks
    const text = this.#bytes.toString('utf8', start[block], start[block] + length[block])
    return readBlock(JSON.parse(text))
  }
}

/** `other` where columns do not say all about its content: its `message` is none, or has none. */
function kindOf({ columns }: Scan, row: number): RowBytes['kind'] {
  const flags = columns.flags[row]
  if ((flags & USUAL) !== FLAG.hasMessage || (flags & (FLAG.contentString | FLAG.contentArray)) === 0)
    return 'other'
  if (columns.kind[row] === KIND.assistant) return 'assistant'
  return columns.kind[row] === KIND.user ? 'user' : 'other'
}

const USUAL = FLAG.hasMessage | FLAG.topContent | FLAG.noType | FLAG.oversized
