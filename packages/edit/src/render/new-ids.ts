import { createHash } from 'node:crypto'
import type { Draft } from '../draft/draft.ts'
import type { TranscriptDraft } from '../draft/transcript-draft.ts'
import { UUID_LENGTH, type Ids } from './row-place.ts'

/**
 * The ids of a new session: what stands for an id of the original.
 *
 * A new uuid is a hash of the new session's id and the old uuid: no table has to be kept, the map is the
 * same for all files of the session, and two old uuids have one new one only if SHA-256 collides. A row
 * that was dropped is cited as its nearest ancestor that stays.
 */
export class NewIds implements Ids {
  readonly sessionId: string
  readonly #transcripts: readonly TranscriptDraft[]
  readonly #ownIds: ReadonlySet<string>
  readonly #known = new Map<string, string | null | undefined>()
  #near: TranscriptDraft
  /** Made when a row cites one of another file. */
  #homes: Map<string, TranscriptDraft> | null = null
  /** Lengths that ids of the original have, when not the 36 of a uuid: transcripts made by hand. */
  readonly lengths: ReadonlySet<number>

  constructor(draft: Draft, sessionId: string) {
    this.sessionId = sessionId
    this.#transcripts = draft.transcripts
    this.#near = draft.main
    this.#ownIds = ownIds(draft)
    this.lengths = new Set([...lengthsOf(draft.transcripts), ...[...this.#ownIds].map((id) => id.length)])
  }

  /** The new id for a string that is an id of the original; null for a row of which nothing stays; undefined for anything else. */
  of(text: string): string | null | undefined {
    if (this.#known.has(text)) return this.#known.get(text)
    const id = this.#ownIds.has(text) ? this.sessionId : this.#rowId(text)
    this.#known.set(text, id)
    return id
  }

  /** Rows mostly cite rows of their own file: there it is looked first. */
  lookFirstIn(draft: TranscriptDraft): void {
    this.#near = draft
  }

  #rowId(text: string): string | null | undefined {
    const near = this.#rowIdIn(this.#near, text)
    if (near !== undefined) return near
    const draft = this.#homeOf(text)
    return draft === undefined ? undefined : this.#rowIdIn(draft, text)
  }

  /** The transcript that has a row of this uuid. */
  #homeOf(text: string): TranscriptDraft | undefined {
    if (this.#homes === null) {
      this.#homes = new Map()
      for (const draft of this.#transcripts.toReversed()) {
        const { columns, ids } = draft.from.transcript.scan
        for (let row = 0; row < columns.count; row++)
          if (columns.uuid[row] !== 0) this.#homes.set(ids.text(columns.uuid[row]), draft)
      }
    }
    return this.#homes.get(text)
  }

  #rowIdIn(draft: TranscriptDraft, text: string): string | null | undefined {
    const { graph, scan } = draft.from.transcript
    const row = graph.rowOfText(text)
    if (row < 0) return undefined
    const survivor = draft.survivor(row)
    return survivor < 0 ? null : this.uuidFor(scan.ids.text(scan.columns.uuid[survivor]))
  }

  /** The new uuid for the uuid of a row. */
  uuidFor(uuid: string): string {
    const hex = createHash('sha256').update(this.sessionId).update('\0').update(uuid).digest('hex')
    const variant = '89ab'[Number.parseInt(hex[16], 16) & 3]
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
}

/** The id that names the file, and the one that most rows carry: a copied file may have been renamed. */
function ownIds({ session, main }: Draft): Set<string> {
  const { columns, ids } = main.from.transcript.scan
  const counts = new Map<number, number>()
  for (let row = 0; row < columns.count; row++) {
    const id = columns.sessionId[row]
    if (id !== 0) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  let best = 0
  for (const [id, count] of counts) if (count > (counts.get(best) ?? 0)) best = id
  // A file that was renamed by hand may be called anything, "user" too.
  return new Set([
    ...(best === 0 ? [] : [ids.text(best)]),
    ...(session.id.length === UUID_LENGTH ? [session.id] : []),
  ])
}

function lengthsOf(transcripts: readonly TranscriptDraft[]): Set<number> {
  const lengths = new Set([36])
  for (const { from } of transcripts) {
    const { columns, ids } = from.transcript.scan
    for (let row = 0; row < columns.count; row++)
      if (columns.uuid[row] !== 0) lengths.add(ids.text(columns.uuid[row]).length)
  }
  return lengths
}
