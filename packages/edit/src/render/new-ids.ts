import { hash } from 'node:crypto'
import type { Draft } from '../draft/draft.ts'
import type { TranscriptDraft } from '../draft/transcript-draft.ts'
import { Homes } from './homes.ts'
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
  #homes: Homes | null = null
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
    if (this.#known.size === MOST_KNOWN) this.#known.clear()
    this.#known.set(text, id)
    return id
  }

  /** Rows mostly cite rows of their own file: there it is looked first. */
  lookFirstIn(draft: TranscriptDraft): void {
    this.#near = draft
    this.#known.clear()
  }

  #rowId(text: string): string | null | undefined {
    const near = this.#rowIdIn(this.#near, text)
    if (near !== undefined) return near
    this.#homes ??= new Homes(this.#transcripts)
    const home = this.#homes.of(text)
    return home === undefined ? undefined : this.#rowIdIn(home, text)
  }

  #rowIdIn(draft: TranscriptDraft, text: string): string | null | undefined {
    const { graph, scan } = draft.from.transcript
    const row = graph.rowOfText(text)
    if (row < 0) return undefined
    const survivor = draft.survivor(row)
    if (survivor === row) return this.uuidFor(text)
    return survivor < 0 ? null : this.uuidFor(scan.ids.text(scan.columns.uuid[survivor]))
  }

  /** The new uuid for the uuid of a row. */
  uuidFor(uuid: string): string {
    const hex = hash('sha256', `${this.sessionId}\0${uuid}`, 'hex')
    const variant = '89ab'[Number.parseInt(hex[16], 16) & 3]
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
}

/** Rows cite those before them; what was cited long ago is made again. */
const MOST_KNOWN = 4096

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
      if (columns.uuid[row] !== 0) lengths.add(ids.byteLength(columns.uuid[row]))
  }
  return lengths
}
