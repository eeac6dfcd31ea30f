import { BLOCK, FLAG, KIND, type JsonObject, type Scanner } from '@skein/transcript'
import { blockTexts, entryTexts } from '../search/entry-text.ts'
import { rowReading, type RowReading } from '../search/text-rules.ts'
import { FULL_BLOCK, LONG_BLOCK, type SignedBlock } from './signed-block.ts'
import { sharedSigner, type JsonRange, type Signer } from './signer.ts'
import { emptySignature } from './grams.ts'

/** A place between two lines: the byte offset and the number of the line that begins there. */
export interface LinePlace {
  readonly offset: number
  readonly line: number
}

/**
 * Cuts a transcript into blocks and signs them, as its rows are scanned.
 *
 * Contract: the blocks stand one behind the other from `start` to the `stop` of `finish`, without gaps;
 * each row lies in one block as a whole, and its texts are in that block's signature. A row too long to
 * read gives its block all bits.
 */
export class BlockBuilder {
  readonly #signer: Signer
  readonly #blocks: SignedBlock[] = []
  readonly #readings = new Map<number, RowReading>()
  /** Of the block under way. */
  #start: LinePlace
  #bits = emptySignature()
  #odd = false
  #text = 0
  #time = Number.NaN
  #lastLine = 0

  constructor(start: LinePlace, signer: Signer = sharedSigner()) {
    this.#start = start
    this.#signer = signer
  }

  /**
   * `bytes` are whole lines whose first byte is at file offset `at`; rows `[from, to)` of `scan` lie in
   * it (an oversized row need not). One builder takes the rows of one scanner.
   */
  add(scan: Scanner, rows: { from: number; to: number }, bytes: Uint8Array, at: number): void {
    const { columns } = scan
    const signer = this.#signer
    signer.bits.set(this.#bits)
    signer.odd = this.#odd
    for (let row = rows.from; row < rows.to; row++) {
      const line = columns.line[row]
      if (this.#isFull(columns.offset[row]) && line !== this.#lastLine) {
        this.#close({ offset: lineStart(columns.offset[row], bytes, at), line })
        signer.bits.fill(0)
        signer.odd = false
      }
      this.#lastLine = line
      const time = columns.time[row]
      if (!Number.isNaN(time) && !(time <= this.#time)) this.#time = time
      this.#signRow(scan, row, bytes, at)
    }
    this.#bits.set(signer.bits)
    this.#odd = signer.odd
  }

  /** All blocks so far, the last one possibly not full; `stop` is the place behind the last whole line. */
  finish(stop: LinePlace): SignedBlock[] {
    if (stop.offset > this.#start.offset) {
      this.#keep(stop, this.#bits, this.#odd)
      this.#restart(stop)
      this.#bits = emptySignature()
      this.#odd = false
    }
    return this.#blocks.splice(0)
  }

  #isFull(offset: number): boolean {
    return this.#text >= FULL_BLOCK || offset - this.#start.offset >= LONG_BLOCK
  }

  #close(stop: LinePlace): void {
    this.#keep(stop, this.#signer.bits.slice(), this.#signer.odd)
    this.#restart(stop)
  }

  #keep(stop: LinePlace, bits: Uint8Array, odd: boolean): void {
    const { offset: start, line } = this.#start
    this.#blocks.push({ start, stop: stop.offset, line, time: this.#time, text: this.#text, odd, bits })
  }

  #restart(start: LinePlace): void {
    this.#start = start
    this.#text = 0
    this.#time = Number.NaN
  }

  #signRow(scan: Scanner, row: number, bytes: Uint8Array, at: number): void {
    const { columns } = scan
    if ((columns.flags[row] & FLAG.oversized) !== 0) {
      this.#signer.bits.fill(0xff)
      this.#signer.odd = true
      this.#text += FULL_BLOCK
      return
    }
    const start = columns.offset[row] - at
    const range = { start, stop: start + columns.length[row] }
    switch (this.#readingOf(scan, row)) {
      case 'nothing':
        break
      case 'whole':
        this.#text += this.#signer.sign(bytes, range, 'row')
        break
      case 'blocks':
        if ((columns.flags[row] & (FLAG.contentString | FLAG.contentArray)) === 0)
          this.#signParsed(bytes, range)
        else this.#signBlocks(scan, row, { bytes, start })
    }
  }

  #signBlocks({ columns, blocks }: Scanner, row: number, place: { bytes: Uint8Array; start: number }): void {
    for (let block = columns.firstBlock[row]; block < blocks.count && blocks.row[block] === row; block++) {
      const start = place.start + blocks.start[block]
      const range = { start, stop: start + blocks.length[block] }
      // Whether the source of a document is text stands beside it.
      if (blocks.kind[block] === BLOCK.document)
        this.#signTexts(blockTexts(parsed(place.bytes, range), 'other'))
      else this.#text += this.#signer.sign(place.bytes, range, 'block')
    }
  }

  /** A message without content of the usual shape: rare, and small. */
  #signParsed(bytes: Uint8Array, range: JsonRange): void {
    // A row is an object.
    this.#signTexts(entryTexts(parsed(bytes, range) as JsonObject))
  }

  #signTexts(texts: readonly { readonly text: string }[]): void {
    // Parsed text does not tell how it was escaped.
    if (texts.length > 0) this.#signer.odd = true
    for (const { text } of texts) this.#text += this.#signer.signText(text)
  }

  #readingOf({ columns, ids }: Scanner, row: number): RowReading {
    const kind = columns.kind[row]
    if (kind === KIND.user || kind === KIND.assistant) return 'blocks'
    if (kind === KIND.progress) return 'nothing'
    const attachment = kind === KIND.attachment
    const key = attachment ? -columns.subtype[row] : columns.type[row]
    let reading = this.#readings.get(key)
    if (reading === undefined) {
      reading = attachment
        ? rowReading('attachment', ids.text(columns.subtype[row]))
        : rowReading(ids.text(columns.type[row]), '')
      this.#readings.set(key, reading)
    }
    return reading
  }
}

/** Where the line begins in which a row stands. */
function lineStart(offset: number, bytes: Uint8Array, at: number): number {
  const place = offset - at
  if (place <= 0 || place >= bytes.length || bytes[place - 1] === NEWLINE) return offset
  return at + bytes.lastIndexOf(NEWLINE, place - 1) + 1
}

const NEWLINE = 0x0a

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function parsed(bytes: Uint8Array, { start, stop }: JsonRange): unknown {
  return JSON.parse(decoder.decode(bytes.subarray(start, stop)))
}
