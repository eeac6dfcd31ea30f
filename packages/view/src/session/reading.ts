import type { ByteRange, ByteSource, Transcript } from '@skein/transcript'
import { FLAG } from '@skein/transcript'
import { maskedSource, secretsHidden } from '../mask/masked-source.ts'
import { CUT_NAME, cutString } from './cut.ts'
import type { AgentHead } from './step-view.ts'

/** A transcript as it is shown: every text that comes from here is masked, where masking is wanted. */
export class Reading {
  readonly transcript: Transcript
  /** Entry by entry, each masked by itself: what one says never changes how another is shown. */
  readonly source: ByteSource
  readonly agentOf: (toolUseId: string) => AgentHead | null
  readonly #mask: boolean
  readonly #names = new Map<string, string>()

  constructor(
    transcript: Transcript,
    source: ByteSource,
    options: { readonly mask: boolean; readonly agentOf: (toolUseId: string) => AgentHead | null },
  ) {
    this.transcript = transcript
    this.source = options.mask ? maskedSource(source, secretsHidden) : source
    this.agentOf = options.agentOf
    this.#mask = options.mask
  }

  /** A name out of the columns (a tool, a model): columns are not read through the mask. */
  name(id: number): string {
    return this.shown(this.transcript.scan.ids.text(id))
  }

  shown(text: string, most: number = CUT_NAME): string {
    if (!this.#mask || text.length < SHORTEST_SECRET) return cutString(text, most)
    const known = this.#names.get(text)
    if (known !== undefined) return cutString(known, most)
    const safe = secretsHidden()(text)
    // A hostile file has a name a row.
    if (this.#names.size >= MOST_NAMES) this.#names.clear()
    this.#names.set(text, safe)
    return cutString(safe, most)
  }

  /** Where an entry stands. */
  placeOf(row: number): { key: number; uuid: string | null; line: number; time: number | null } {
    const { columns, ids } = this.transcript.scan
    const isNamed = columns.uuid[row] !== 0 && (columns.flags[row] & FLAG.syntheticUuid) === 0
    return {
      key: columns.offset[row],
      uuid: isNamed ? cutString(ids.text(columns.uuid[row]), CUT_NAME) : null,
      line: columns.line[row],
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
/** No detector finds anything in so few signs. */
const SHORTEST_SECRET = 6
const MOST_NAMES = 2000
