import { FLAG, KIND, serialiseValue, type JsonObject } from '@skein/transcript'
import type { TranscriptDraft } from '../draft/transcript-draft.ts'
import type { ByteSink } from './byte-sink.ts'
import type { NewIds } from './new-ids.ts'
import { placeValue } from './place-value.ts'
import { RowPatcher, type SourceRow } from './row-patcher.ts'
import type { RowPlace } from './row-place.ts'

export interface RenderOptions {
  readonly ids: NewIds
  readonly cwd: RowPlace['cwd']
  readonly results: RowPlace['results']
}

/**
 * Writes the transcript that a draft describes, in one pass over the original and with little memory.
 *
 * Contract: rows that the draft does not mention keep their bytes but for ids, `cwd` and paths of the session's own
 * files, and carry `forkedFrom`; the bytes between rows (damaged lines, blank lines, line ends) stay as they are
 * unless the draft says otherwise. A dropped row takes its line end along.
 */
export function render(draft: TranscriptDraft, sink: ByteSink, options: RenderOptions): void {
  new Rendering(draft, sink, options).run()
}

class Rendering {
  readonly #draft: TranscriptDraft
  readonly #sink: ByteSink
  readonly #options: RenderOptions
  readonly #patcher: RowPatcher
  /** Rows to put in as soon as a line ends. */
  #pending: JsonObject[] = []
  #session = { id: 0, text: '' }

  constructor(draft: TranscriptDraft, sink: ByteSink, options: RenderOptions) {
    this.#draft = draft
    this.#sink = sink
    this.#options = options
    this.#patcher = new RowPatcher(options.ids, sink)
  }

  run(): void {
    this.#options.ids.lookFirstIn(this.#draft)
    const { transcript, length } = this.#draft.from
    const { columns } = transcript.scan
    this.#pending.push(...this.#draft.insertedAfter(-1))
    let done = 0
    for (let first = 0; first < columns.count;) {
      let last = first
      while (last + 1 < columns.count && columns.offset[last + 1] + columns.length[last + 1] - done <= WINDOW)
        last++
      const bytes = this.#read(done, columns.offset[last] + columns.length[last])
      for (let row = first, from = done; row <= last; row++) {
        const start = columns.offset[row]
        this.#gap(bytes, from - done, start - done)
        this.#row({ columns, row, bytes, start: start - done })
        from = start + columns.length[row]
      }
      done = columns.offset[last] + columns.length[last]
      first = last + 1
    }
    for (let from = done; from < length; from += WINDOW) {
      const bytes = this.#read(from, Math.min(length, from + WINDOW))
      this.#gap(bytes, 0, bytes.length)
    }
    this.#end()
  }

  #read(from: number, to: number): Buffer {
    const bytes = this.#draft.from.piece({ offset: from, length: to - from })
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  /** The newline behind a dropped row goes with it: `#swallow`. */
  #swallow = false

  #gap(bytes: Buffer, start: number, end: number): void {
    if (this.#draft.wholeLines) return
    let from = start
    // Something else of its line that stays keeps the line end.
    if (this.#swallow && start < end && this.#sink.atLineStart) {
      const newline = bytes[start] === 0x0d && bytes[start + 1] === NEWLINE ? start + 1 : start
      if (newline < end && bytes[newline] === NEWLINE) from = newline + 1
    }
    this.#swallow = false
    if (this.#pending.length > 0 && !this.#sink.atLineStart) {
      const newline = bytes.indexOf(NEWLINE, from)
      if (newline >= 0 && newline < end) {
        this.#between(bytes, from, newline + 1)
        from = newline + 1
      }
    }
    if (this.#sink.atLineStart) this.#putIn()
    this.#between(bytes, from, end)
  }

  #between(bytes: Buffer, start: number, end: number): void {
    const { betweenRows } = this.#draft
    if (betweenRows === null || (end - start === 1 && bytes[start] === NEWLINE)) {
      this.#sink.copy(bytes, start, end)
      return
    }
    const kept = betweenRows(bytes.subarray(start, end))
    this.#sink.copy(kept, 0, kept.length)
  }

  #row(source: SourceRow): void {
    const { row, bytes, start } = source
    if (this.#draft.isDropped(row)) {
      this.#swallow = true
    } else {
      if (this.#draft.wholeLines) this.#putIn()
      const place = this.#placeOf(row)
      const changed = this.#draft.isChanged(row)
      if (changed || !this.#patcher.patch(source, place))
        this.#anew(row, place, bytes.subarray(start, start + source.columns.length[row]))
      if (this.#draft.wholeLines) this.#sink.text('\n')
    }
    this.#pending.push(...this.#draft.insertedAfter(row))
  }

  /** Writes a row from its value; one that has none (too long to be read, and no JSON) keeps its bytes. */
  #anew(row: number, place: RowPlace, bytes: Buffer): void {
    const value = this.#draft.values([row]).get(row)
    if (value === undefined) this.#sink.copy(bytes, 0, bytes.length)
    else this.#sink.text(JSON.stringify(placeValue(value, this.#options.ids, place)))
  }

  #placeOf(row: number): RowPlace {
    const { cwd, results, ids } = this.#options
    const link = this.#draft.parentOf(row)
    const parent = typeof link === 'string' ? newLink(ids, link) : link
    return { parent, fork: this.#forkOf(row), cwd, results }
  }

  #forkOf(row: number): RowPlace['fork'] {
    const { columns, ids } = this.#draft.from.transcript.scan
    if (columns.kind[row] === KIND.other || columns.uuid[row] === 0) return null
    if ((columns.flags[row] & FLAG.syntheticUuid) !== 0 || columns.sessionId[row] === 0) return null
    return { sessionId: this.#sessionOf(columns.sessionId[row]), messageUuid: ids.text(columns.uuid[row]) }
  }

  /** Nearly all rows have the same. */
  #sessionOf(id: number): string {
    if (id !== this.#session.id) this.#session = { id, text: this.#draft.from.transcript.scan.ids.text(id) }
    return this.#session.text
  }

  #putIn(): void {
    for (const value of this.#pending)
      this.#sink.text(serialiseValue(placeValue(value, this.#options.ids, this.#newPlace)))
    this.#pending = []
  }

  /** Rows that were put in are nobody's copy. */
  get #newPlace(): RowPlace {
    return { parent: undefined, fork: null, cwd: this.#options.cwd, results: this.#options.results }
  }

  #end(): void {
    this.#pending.push(...this.#draft.appended)
    if (this.#pending.length === 0) return
    if (!this.#sink.atLineStart) this.#sink.text('\n')
    this.#putIn()
  }
}

/** A link may name a row that was put in, which keeps its uuid. */
function newLink(ids: NewIds, uuid: string): string | null {
  const id = ids.of(uuid)
  return id === undefined ? uuid : id
}

const WINDOW = 1024 * 1024
const NEWLINE = 0x0a
