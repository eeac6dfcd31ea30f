import { FLAG, KIND, type JsonObject, type Scanner } from '@skein/transcript'
import type { TextField } from '@skein/view'
import type { SpilledFiles } from '../../files/bytes/spilled-files.ts'
import type { OwnUnits } from '../../files/bytes/text-pieces.ts'
import { blockTexts, entryTexts, withSpilled, type EntryText, type RowTexts } from './entry-text.ts'
import { compose, foldComposed } from '../../reader/query/fold.ts'
import type { SearchedFile } from './searched-files.ts'

/** A text of a row, in the forms that matching needs. */
export interface RowText extends EntryText {
  /** What places of matches count in. */
  readonly composed: string
  readonly folded: string
}

/** Where rows of some lines were scanned, and where their bytes are. */
export interface ScannedLines {
  readonly file: SearchedFile
  readonly spilled: SpilledFiles
  readonly scan: Scanner
  readonly bytes: Uint8Array
  /** File offset of `bytes[0]`. */
  readonly at: number
}

/**
 * One row of a candidate block, as the query looks at it: from its columns, and from as much of its
 * bytes as is asked for.
 */
export class RowView {
  readonly lines: ScannedLines
  /** In `lines.scan`. */
  readonly row: number
  /** In the transcript. */
  readonly offset: number
  readonly #lineOf: () => number
  #rowTexts: RowTexts | null = null
  #texts: readonly RowText[] | null = null
  #value: JsonObject | null = null

  constructor(
    lines: ScannedLines,
    row: number,
    place: { readonly offset: number; readonly line: () => number },
  ) {
    this.lines = lines
    this.row = row
    this.offset = place.offset
    this.#lineOf = place.line
  }

  /** Number of its line, from 1; counted when asked for. */
  get line(): number {
    return this.#lineOf()
  }

  get file(): SearchedFile {
    return this.lines.file
  }

  get length(): number {
    return this.lines.scan.columns.length[this.row]
  }

  get flags(): number {
    return this.lines.scan.columns.flags[this.row]
  }

  /** ms, NaN where the row has none. */
  get time(): number {
    return this.lines.scan.columns.time[this.row]
  }

  /** The name of a column's value. */
  name(column: 'uuid' | 'gitBranch' | 'model' | 'type' | 'subtype'): string {
    const { columns, ids } = this.lines.scan
    return ids.text(columns[column][this.row])
  }

  /** The row, parsed whole. */
  value(): JsonObject {
    // A scanned row is an object.
    this.#value ??= this.#parsed(0, this.length) as JsonObject
    return this.#value
  }

  /** All but the pieces of long outputs. */
  texts(): readonly RowText[] {
    this.#texts ??= this.#sources().short.map(rowText)
    return this.#texts
  }

  /** What a search looks through; pieces of long outputs are read as they are asked for. */
  *everyText(): Generator<RowText> {
    yield* this.texts()
    for (const piece of this.#sources().long()) yield rowText(piece)
  }

  #sources(): RowTexts {
    const { spilled, file } = this.lines
    this.#rowTexts ??= withSpilled(this.#entryTexts(), (name) => spilled.of(file.path)(name))
    return this.#rowTexts
  }

  /** What `entryTexts` gives; of a message, only its content is parsed: copies of files beside it are much longer. */
  #entryTexts(): EntryText[] {
    const { columns, blocks } = this.lines.scan
    const kind = columns.kind[this.row]
    const conversation = kind === KIND.user || kind === KIND.assistant
    if (!conversation || (this.flags & (FLAG.contentString | FLAG.contentArray)) === 0)
      return entryTexts(this.value())
    const words = wordsOf(kind, this.flags)
    const texts: EntryText[] = []
    const { firstBlock } = columns
    for (let block = firstBlock[this.row]; block < blocks.count && blocks.row[block] === this.row; block++)
      texts.push(...blockTexts(this.#parsed(blocks.start[block], blocks.length[block]), words))
    return texts
  }

  #parsed(start: number, length: number): unknown {
    const from = this.offset - this.lines.at + start
    return JSON.parse(decoder.decode(this.lines.bytes.subarray(from, from + length)))
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function rowText(text: EntryText): RowText {
  const composed = compose(text.text)
  const folded = foldComposed(composed)
  if (text.own === undefined || composed === text.text) return { ...text, composed, folded }
  return { ...text, composed, folded, own: composedUnits(text.text, text.own) }
}

/** What composes does not stand over the edges of a piece. */
function composedUnits(text: string, { from, to }: OwnUnits): OwnUnits {
  const start = compose(text.slice(0, from)).length
  return { from: start, to: start + compose(text.slice(from, to)).length }
}

/** As `entryTexts` says. */
function wordsOf(kind: number, flags: number): TextField {
  if (kind === KIND.assistant) return (flags & FLAG.apiError) !== 0 ? 'error' : 'answer'
  if ((flags & FLAG.compactSummary) !== 0) return 'summary'
  return (flags & FLAG.meta) !== 0 ? 'system' : 'prompt'
}
