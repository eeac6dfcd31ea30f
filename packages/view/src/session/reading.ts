import type { ByteRange, ByteSource, Transcript } from '@skein/transcript'
import { FLAG } from '@skein/transcript'
import type { Hide } from '../mask/masked-source.ts'
import { maskedSource } from '../mask/masked-source.ts'
import { CUT_NAME, cutInput, cutString, cutText } from './cut.ts'
import type { CutText } from './session-view.ts'
import type { AgentHead } from './step-view.ts'

export interface ReadingOptions {
  /** Asked anew for each entry and each name; null: everything is shown as it is. */
  readonly hideOf: (() => Hide) | null
  readonly agentOf?: (toolUseId: string) => AgentHead | null
  /** Nothing is cut: for exports and terminals. A page is bounded whatever the transcript holds. */
  readonly whole?: boolean
  /** Lines of the rows in the file, where they are not the transcript's own: a part of a transcript has its rows' lines. */
  readonly lines?: readonly number[]
}

/** A transcript as it is shown: every text that comes from here is masked, where masking is wanted, and cut, where it is for a page. */
export class Reading {
  readonly transcript: Transcript
  readonly source: ByteSource
  readonly agentOf: (toolUseId: string) => AgentHead | null
  readonly #options: ReadingOptions
  readonly #names = new Map<string, string>()

  constructor(transcript: Transcript, source: ByteSource, options: ReadingOptions) {
    this.transcript = transcript
    this.source = options.hideOf === null ? source : maskedSource(source, options.hideOf)
    this.agentOf = options.agentOf ?? (() => null)
    this.#options = options
  }

  /** The beginning of a text, and how long it is. */
  text(text: string, most: number): CutText {
    return cutText(text, this.most(most))
  }

  line(text: string, most: number): string {
    return cutString(text, this.most(most))
  }

  /** A tool's input. */
  input(value: unknown): { readonly input: unknown; readonly inputCut: boolean } {
    return this.#options.whole === true ? { input: value ?? null, inputCut: false } : cutInput(value)
  }

  first<Item>(list: readonly Item[], most: number): readonly Item[] {
    return list.length > this.most(most) ? list.slice(0, most) : list
  }

  /** How much of something is shown. */
  most(most: number): number {
    return this.#options.whole === true ? Infinity : most
  }

  /** A name out of the columns (a tool, a model): columns are not read through the mask. */
  name(id: number): string {
    return this.shown(this.transcript.scan.ids.text(id))
  }

  shown(text: string, most: number = CUT_NAME): string {
    const { hideOf } = this.#options
    if (hideOf === null) return this.line(text, most)
    const known = this.#names.get(text)
    if (known !== undefined) return this.line(known, most)
    const safe = hideOf()(text)
    // A hostile file has a name a row.
    if (this.#names.size >= MOST_NAMES) this.#names.clear()
    this.#names.set(text, safe)
    return this.line(safe, most)
  }

  /** Where an entry stands. */
  placeOf(row: number): { key: number; uuid: string | null; line: number; time: number | null } {
    const { columns, ids } = this.transcript.scan
    const isNamed = columns.uuid[row] !== 0 && (columns.flags[row] & FLAG.syntheticUuid) === 0
    return {
      key: columns.offset[row],
      uuid: isNamed ? this.line(ids.text(columns.uuid[row]), CUT_NAME) : null,
      line: this.#options.lines?.[row] ?? columns.line[row],
      time: Number.isNaN(columns.time[row]) ? null : columns.time[row],
    }
  }

  /** The same, for questions that read the same entries several times: each is read and masked once. */
  once(): ByteSource {
    const known = new Map<string, Uint8Array>()
    const nameOf = ({ offset, length }: ByteRange): string => `${offset}:${length}`
    return {
      read: (ranges) => {
        const missing = ranges.filter((range) => !known.has(nameOf(range)))
        for (const [i, bytes] of this.source.read(missing).entries()) known.set(nameOf(missing[i]), bytes)
        return ranges.map((range) => known.get(nameOf(range)) ?? NO_BYTES)
      },
    }
  }
}

const NO_BYTES = new Uint8Array(0)
const MOST_NAMES = 2000
