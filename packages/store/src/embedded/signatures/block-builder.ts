import { BLOCK, FLAG, KIND, type JsonObject, type Scanner } from '@skein/transcript'
import type { SpilledText } from '../../files/bytes/spilled-files.ts'
import { blockTexts, entryTexts, SPILLED_MARK, withSpilled, type EntryText } from '../search/entry-text.ts'
import { rowReading, type RowReading } from '../search/text-rules.ts'
import { FULL_BLOCK, LONG_BLOCK, type SignedBlock } from './signed-block.ts'
import { sharedSigner, type JsonRange, type Signer } from './signer.ts'
import { bitsOf, emptySignature } from './grams.ts'

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
 * read gives its block all bits. A row that stands for spilled outputs has a block of its own, with their texts:
 * they are long, and no other row is to be read for what is theirs.
 */
export class BlockBuilder {
  readonly #signer: Signer = sharedSigner()
  readonly #spilledText: SpilledText
  readonly #blocks: SignedBlock[] = []
  readonly #readings = new Map<number, RowReading>()
  /** Of the block under way. */
  #start: LinePlace
  #bits = emptySignature()
  #odd = false
  #text = 0
  #time = Number.NaN
  #lastLine = 0

  constructor(start: LinePlace, spilledText: SpilledText) {
    this.#start = start
    this.#spilledText = spilledText
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
      const beginsLine = line !== this.#lastLine
      if (this.#isFull(columns.offset[row]) && beginsLine)
        this.#close({ offset: lineStart(columns.offset[row], bytes, at), line })
      this.#lastLine = line
      const [text, odd] = [this.#text, signer.odd]
      this.#signRow(scan, row, bytes, at)
      const standIns = this.#standIns(scan, row, bytes, at)
      if (standIns.length > 0) {
        const offset = lineStart(columns.offset[row], bytes, at)
        if (beginsLine && offset > this.#start.offset) {
          // The block before keeps bits of this row, which does no harm, and nothing else of it.
          this.#text = text
          signer.odd = odd
          this.#close({ offset, line })
          this.#signRow(scan, row, bytes, at)
        }
        this.#signSpilled(standIns)
      }
      const time = columns.time[row]
      if (!Number.isNaN(time) && !(time <= this.#time)) this.#time = time
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
    const signer = this.#signer
    this.#keep(stop, signer.bits.slice(), signer.odd)
    this.#restart(stop)
    signer.bits.fill(0)
    signer.odd = false
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

  /** The texts of the row last signed that stand for spilled outputs. Hardly any row has one: its bits tell. */
  #standIns(scan: Scanner, row: number, bytes: Uint8Array, at: number): EntryText[] {
    if (!this.#signer.hasBits(MARK_BITS)) return []
    const { columns, blocks } = scan
    const oversized = (columns.flags[row] & FLAG.oversized) !== 0
    if (oversized || this.#readingOf(scan, row) !== 'blocks') return []
    const start = columns.offset[row] - at
    const texts: EntryText[] = []
    if ((columns.flags[row] & (FLAG.contentString | FLAG.contentArray)) === 0)
      // A row is an object.
      texts.push(...entryTexts(parsed(bytes, { start, stop: start + columns.length[row] }) as JsonObject))
    else
      for (let block = columns.firstBlock[row]; block < blocks.count && blocks.row[block] === row; block++) {
        const from = start + blocks.start[block]
        texts.push(...blockTexts(parsed(bytes, { start: from, stop: from + blocks.length[block] }), 'other'))
      }
    return texts.filter(({ spilled }) => spilled !== undefined)
  }

  /** Whether or not the outputs are there, so that a block does not depend on what may be deleted any time. */
  #signSpilled(standIns: readonly EntryText[]): void {
    const texts = withSpilled(standIns, this.#spilledText)
    for (const { text } of texts) {
      // As JSON it takes the fast way.
      const json = encoder.encode(JSON.stringify(text))
      this.#signer.sign(json, { start: 0, stop: json.length }, 'block')
    }
    // The text is not in the transcript's bytes.
    this.#signer.odd = true
    this.#text += FULL_BLOCK
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
const MARK_BITS = bitsOf(SPILLED_MARK)

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function parsed(bytes: Uint8Array, { start, stop }: JsonRange): unknown {
  return JSON.parse(decoder.decode(bytes.subarray(start, stop)))
}
