import { FLAG, KIND, Scanner } from '@skein/transcript'
import type { OpenBytes } from '../../files/bytes/open-bytes.ts'
import type { CandidateBlock } from '../signatures/block-index.ts'
import { wasmText, type WasmText } from '../signatures/wasm-text.ts'
import { readFully, type OpenFiles } from './open-files.ts'
import type { RawPlan, RawTest } from './raw/raw-plan.ts'
import { RowView, type ScannedLines } from './row-view.ts'
import type { SearchedFile } from './searched-files.ts'
import { rowReading } from './text-rules.ts'

/**
 * Reads candidate blocks and gives their rows that can be hits.
 *
 * Contract: a row that is left out is no hit: it has no text, or its bytes lack what the query needs. Rows
 * live until the next one is asked for: their bytes are in memory that is used again.
 */
export class CandidateRows {
  readonly work = { blocksRead: 0, bytesRead: 0, rowsRead: 0 }
  readonly plan: RawPlan
  readonly #files: OpenFiles
  readonly #wasm: WasmText | undefined
  #scan: Scanner | null = null

  constructor(files: OpenFiles, plan: RawPlan) {
    this.#files = files
    this.plan = plan
    this.#wasm = wasmText()
    plan.needles.forEach((needle, number) => this.#wasm?.setNeedle(number, needle))
  }

  /** Null: the transcript is no longer what was indexed. Throws a `StoreError` where it cannot be read. */
  of(block: CandidateBlock, file: SearchedFile): Iterable<RowView> | null {
    const bytes = this.#read(block, file)
    if (bytes === null) return null
    this.count(block)
    const place = { block, file, bytes }
    const { cover } = this.plan
    if (cover === null || block.odd || this.#wasm === undefined || bytes.length > WINDOW_BYTES)
      return this.#allRows(place)
    return this.#foundRows(place, { wasm: this.#wasm, cover })
  }

  /** Counts a block as read, by whomever. */
  count({ start, stop }: CandidateBlock): void {
    this.work.blocksRead++
    this.work.bytesRead += stop - start
  }

  /** Reads a block with the byte before it, which must be the end of a line, as its own last one must. */
  #read({ start, stop }: CandidateBlock, file: SearchedFile): Uint8Array | null {
    const open = this.#files.get(file)
    const before = start === 0 ? 0 : 1
    const length = stop - start + before
    const window =
      length > WINDOW_BYTES || this.#wasm === undefined ? new Uint8Array(length) : this.#wasm.room(length)
    if (open.look.size < file.offset || !readFully(open, window, start - before)) return null
    if (before === 1 && window[0] !== NEWLINE) return null
    if (window[length - 1] !== NEWLINE && !endsAt(open, stop)) return null
    return window.subarray(before)
  }

  *#allRows({ block, file, bytes }: BlockPlace): Generator<RowView> {
    const scan = newScanner({ offset: block.start, line: block.line })
    scan.push(bytes)
    scan.end()
    const lines = { file, spilled: this.#files.spilled, scan, bytes, at: block.start }
    const { columns } = scan
    for (let row = 0; row < columns.count; row++) {
      this.work.rowsRead++
      if (hasText(scan, row))
        yield new RowView(lines, row, { offset: columns.offset[row], line: () => columns.line[row] })
    }
  }

  /** Rows of the lines in which one of the cover's needles stands. */
  *#foundRows({ block, file, bytes }: BlockPlace, { wasm, cover }: Finding): Generator<RowView> {
    let lines: ScannedLines | null = null
    // The window holds the byte before the block too, if there is one.
    const shift = block.start === 0 ? 0 : 1
    const before = lineCounter(bytes)
    const next = cover.map(() => -1)
    for (let from = 0; from < bytes.length;) {
      let at = Infinity
      cover.forEach((needle, i) => {
        if (next[i] < from) {
          const found = wasm.find(from + shift, bytes.length + shift, needle)
          next[i] = found < 0 ? Infinity : found - shift
        }
        at = Math.min(at, next[i])
      })
      if (at === Infinity) return
      const start = bytes.lastIndexOf(NEWLINE, at) + 1
      const stop = lineEnd(bytes, at)
      // Most blocks never come here: only what is found needs a scanner.
      lines ??= {
        file,
        spilled: this.#files.spilled,
        scan: this.#lineScanner(),
        bytes,
        at: block.start,
      }
      const { scan } = lines
      const { columns } = scan
      const [base, first] = [scan.offset, columns.count]
      scan.push(bytes.subarray(start, stop))
      if (bytes[stop - 1] !== NEWLINE) scan.push(LINE_END)
      for (let row = first; row < columns.count; row++) {
        this.work.rowsRead++
        const offset = block.start + start + columns.offset[row] - base
        if (!hasText(scan, row) || !this.#passes(wasm, lines, { row, from: offset - block.start + shift }))
          continue
        yield new RowView(lines, row, { offset, line: () => block.line + before(start) })
      }
      from = stop
    }
  }

  /** One scanner for the found lines of many blocks: making one costs more than reading a line. */
  #lineScanner(): Scanner {
    if (this.#scan === null || this.#scan.columns.count > MOST_ROWS)
      this.#scan = newScanner({ offset: 0, line: 1 })
    return this.#scan
  }

  /** Whether the bytes of a row's texts, the row beginning at `from` of the window, hold what the query needs. */
  #passes(wasm: WasmText, { scan }: ScannedLines, { row, from }: { row: number; from: number }): boolean {
    const ranges = textRanges(scan, row)
    const passes = (test: RawTest): boolean => {
      switch (test.kind) {
        case 'anything':
          return true
        case 'needle':
          return ranges.some(({ start, stop }) => wasm.find(from + start, from + stop, test.number) >= 0)
        case 'and':
          return test.parts.every(passes)
        case 'or':
          return test.parts.some(passes)
      }
    }
    return passes(this.plan.test)
  }
}

interface BlockPlace {
  readonly block: CandidateBlock
  readonly file: SearchedFile
  readonly bytes: Uint8Array
}

interface Finding {
  readonly wasm: WasmText
  readonly cover: readonly number[]
}

/** Blocks longer than this hold an oversized line; they are read into memory of their own. */
const WINDOW_BYTES = 64 * 1024 * 1024
/** The longest line whose text is looked at: about the longest string there can be. */
const MAX_LINE_BYTES = 512 * 1024 * 1024
/** A scanner keeps what it has read: some hundred bytes a row. */
const MOST_ROWS = 4096
const NEWLINE = 0x0a
const LINE_END = Uint8Array.of(NEWLINE)

function newScanner({ offset, line }: { offset: number; line: number }): Scanner {
  const state = { offset, line, pending: new Uint8Array(0), crlfSeen: true }
  return new Scanner({ state, maxLineBytes: MAX_LINE_BYTES })
}

function endsAt(open: OpenBytes, stop: number): boolean {
  return open.readInto(new Uint8Array(1), stop) === 0
}

function lineEnd(bytes: Uint8Array, from: number): number {
  const newline = bytes.indexOf(NEWLINE, from)
  return newline < 0 ? bytes.length : newline + 1
}

/** Counts the lines before a place; all line ends are looked up at the first question. */
function lineCounter(block: Uint8Array): (place: number) => number {
  const ends: number[] = []
  return (place) => {
    if (ends.length === 0) {
      // A Buffer searches faster than a plain array of bytes.
      const bytes = Buffer.from(block.buffer, block.byteOffset, block.length)
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) ends.push(at)
    }
    let low = 0
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1
      if (ends[middle] < place) low = middle + 1
      else high = middle
    }
    return low
  }
}

function hasText({ columns, ids }: Scanner, row: number): boolean {
  const kind = columns.kind[row]
  if (kind === KIND.user || kind === KIND.assistant) return true
  if (kind === KIND.progress) return false
  const type = kind === KIND.attachment ? 'attachment' : ids.text(columns.type[row])
  return rowReading(type, ids.text(columns.subtype[row])) !== 'nothing'
}

/** Where the texts of a row stand in it. */
function textRanges({ columns, blocks }: Scanner, row: number): { start: number; stop: number }[] {
  const kind = columns.kind[row]
  const hasContent = (columns.flags[row] & (FLAG.contentString | FLAG.contentArray)) !== 0
  if ((kind !== KIND.user && kind !== KIND.assistant) || !hasContent)
    return [{ start: 0, stop: columns.length[row] }]
  const ranges: { start: number; stop: number }[] = []
  for (let block = columns.firstBlock[row]; block < blocks.count && blocks.row[block] === row; block++)
    ranges.push({ start: blocks.start[block], stop: blocks.start[block] + blocks.length[block] })
  return ranges
}
