import { FLAG, isBoundary, type JsonObject, type Transcript } from '@skein/transcript'
import type { TranscriptDraft } from '../../draft/transcript-draft.ts'
import type { MendedCopies } from './copies.ts'
import { freshUuid } from './fresh-uuid.ts'
import { ROOT, type RepairChain } from './repair-chain.ts'

export interface MendedOptions {
  readonly draft: TranscriptDraft
  readonly sessionId: string
  readonly copies: MendedCopies
  readonly chain: RepairChain
  readonly tip: number
  /** For rows of a file that tells no time at all, in milliseconds since 1970. */
  readonly fallbackTime: number
}

/**
 * A transcript under repair: its links as they are to be, and what happens to rows on top of that. Changes of values go
 * to the draft at once; links, drops and uuids when all is decided, since each depends on the others.
 */
export class MendedTranscript {
  readonly draft: TranscriptDraft
  readonly transcript: Transcript
  readonly chain: RepairChain
  readonly fallbackTime: number
  /** The rows from the root to the tip. */
  readonly live: readonly number[]
  readonly #sessionId: string
  readonly #copies: MendedCopies
  readonly #positions = new Map<number, number>()
  readonly #dropped = new Set<number>()
  readonly #times = new Map<number, number>()
  /** By row: the uuid of a row put in that it hangs on. */
  readonly #links = new Map<number, string>()
  /** By row: the last of the rows put in behind it on the path. */
  readonly #behind = new Map<number, { readonly uuid: string; readonly time: number }>()

  constructor({ draft, sessionId, copies, chain, tip, fallbackTime }: MendedOptions) {
    this.draft = draft
    this.transcript = draft.from.transcript
    this.chain = chain
    this.fallbackTime = fallbackTime
    this.live = chain.path(tip)
    this.#sessionId = sessionId
    this.#copies = copies
    for (const [at, row] of this.live.entries()) this.#positions.set(row, at)
  }

  livePosition = (row: number): number => this.#positions.get(row) ?? -1

  isDropped(row: number): boolean {
    return this.#dropped.has(row) || this.#copies.twins.has(row)
  }

  /** The uuid that a row will have, in the uuids of the original. */
  uuidOf(row: number): string {
    const { columns, ids } = this.transcript.scan
    return this.#isNameless(row) || this.#copies.renamed.has(row)
      ? this.freshUuid(row, 'uuid')
      : ids.text(columns.uuid[row])
  }

  freshUuid(row: number, word: string): string {
    return freshUuid(this.#sessionId, this.draft.from.name, this.transcript.scan.columns.offset[row], word)
  }

  /** Gives rows that lost their uuid, or have one of another row, a uuid of their own. */
  nameRows(): { readonly nameless: number; readonly renamed: number } {
    for (const [row, value] of this.#copies.remainders)
      this.draft.change(row, { ...value, uuid: this.uuidOf(row) })
    const nameless: number[] = []
    const { count } = this.transcript.scan.columns
    for (let row = 0; row < count; row++)
      if (this.chain.isLoadable(row) && this.#isNameless(row)) nameless.push(row)
    this.#change(nameless, (value, row) => ({ ...value, uuid: this.uuidOf(row) }))
    return { nameless: nameless.length, renamed: this.#copies.renamed.size }
  }

  /** Gives rows other content; a row that has none left is dropped. */
  changeContent(
    rows: readonly number[],
    change: (content: readonly unknown[], value: JsonObject) => JsonObject,
  ): void {
    this.#change([...new Set(rows)], (value, row) => {
      const content = contentOf(value)
      if (content === null) return value
      const changed = change(content, value)
      if (contentOf(changed)?.length === 0) this.#dropped.add(row)
      return changed
    })
  }

  /** Takes blocks out of rows. */
  dropBlocks(rows: readonly number[], goes: (block: JsonObject) => boolean): void {
    this.changeContent(rows, (content, value) => ({
      ...value,
      message: {
        ...(value['message'] as JsonObject), // It has content, or this would not be asked.
        content: content.filter(
          (block) => typeof block !== 'object' || block === null || !goes(block as JsonObject),
        ),
      },
    }))
  }

  /** The row's own time, as a resume reads it; NaN without a valid one. */
  timeOf(row: number): number {
    const { flags, time } = this.transcript.scan.columns
    return this.#times.get(row) ?? ((flags[row] & FLAG.messageTime) === 0 ? time[row] : Number.NaN)
  }

  /** A time that only people read. */
  toldTimeOf(row: number): number | null {
    const time = this.transcript.scan.columns.time[row]
    return Number.isNaN(time) ? null : time
  }

  setTime(row: number, time: number): void {
    this.#times.set(row, time)
  }

  /** Puts a row in behind a row of the path and those already put there; what follows hangs on it. */
  insertOnPath(anchor: number, make: (parent: string, time: number) => JsonObject): void {
    const next = this.live[this.livePosition(anchor) + 1]
    const last = this.#behind.get(anchor) ?? { uuid: this.uuidOf(anchor), time: this.#timeAt(anchor) }
    const latest = next === undefined ? Infinity : this.timeOf(next)
    const time = Math.min(last.time + 1, latest >= last.time ? latest : Infinity)
    const value = make(last.uuid, time)
    const uuid = String(value['uuid'])
    this.#behind.set(anchor, { uuid, time })
    this.draft.insertAfter(anchor, value)
    if (next !== undefined) this.#links.set(next, uuid)
  }

  /** Puts rows in behind a row off the path; `children` hang on the last of them. */
  insertAside(
    row: number,
    children: readonly number[],
    make: (parent: string, time: number) => JsonObject[],
  ): void {
    let parent = this.uuidOf(row)
    for (const value of make(parent, this.#timeAt(row) + 1)) {
      this.draft.insertAfter(row, { ...value, parentUuid: parent })
      parent = String(value['uuid'])
    }
    for (const child of children) this.#links.set(child, parent)
  }

  /** The uuid of what the session continues from; null where nothing stays. */
  get tipUuid(): string | null {
    const last = this.live.at(-1)
    if (last === undefined) return null
    const putIn = this.#behind.get(last)
    if (putIn !== undefined) return putIn.uuid
    const row = this.#survivor(last)
    return row < 0 ? null : this.uuidOf(row)
  }

  /** Writes links, drops and times to the draft. */
  settle(): void {
    for (const [row, stays] of this.#copies.twins) this.draft.drop(row, stays)
    for (const row of this.#dropped) this.draft.drop(row, this.#survivor(this.chain.parentOf(row)))
    const { count } = this.transcript.scan.columns
    for (let row = 0; row < count; row++)
      if (this.chain.isNode(row) && !this.#dropped.has(row)) this.#settleLink(row)
    this.#change(
      [...this.#times.keys()].filter((row) => !this.isDropped(row)),
      (value, row) => ({ ...value, timestamp: new Date(this.timeOf(row)).toISOString() }),
    )
  }

  #settleLink(row: number): void {
    const { scan, graph } = this.transcript
    const putIn = this.#links.get(row)
    if (putIn !== undefined) return this.draft.link(row, putIn)
    const key = scan.columns.parent[row]
    const parent = this.#survivor(this.chain.parentOf(row))
    if (parent < 0) {
      if (key !== 0 || (this.#isNameless(row) && !isBoundary(scan, row))) this.draft.link(row, null)
      return
    }
    const cited = key === 0 ? -1 : graph.rowOf(key)
    const kept = cited < 0 ? -1 : this.draft.survivor(cited)
    if (kept < 0 || scan.ids.text(scan.columns.uuid[kept]) !== this.uuidOf(parent))
      this.draft.link(row, this.uuidOf(parent))
  }

  /** The row itself or its nearest ancestor that stays; -1 if none does. */
  #survivor(row: number): number {
    let at = row
    while (at >= 0 && this.#dropped.has(at)) at = this.chain.parentOf(at)
    return at < 0 ? ROOT : at
  }

  #isNameless(row: number): boolean {
    return (this.transcript.scan.columns.flags[row] & FLAG.syntheticUuid) !== 0
  }

  #timeAt(row: number): number {
    const time = this.timeOf(row)
    return Number.isNaN(time) ? this.fallbackTime : time
  }

  #change(rows: readonly number[], change: (value: JsonObject, row: number) => JsonObject): void {
    const sorted = rows.toSorted((a, b) => a - b)
    for (let from = 0; from < sorted.length; from += AT_ONCE)
      for (const [row, value] of this.draft.values(sorted.slice(from, from + AT_ONCE)))
        this.draft.change(row, change(value, row))
  }
}

const AT_ONCE = 256

function contentOf(value: JsonObject): readonly unknown[] | null {
  const { message } = value
  if (typeof message !== 'object' || message === null || !('content' in message)) return null
  return Array.isArray(message.content) ? message.content : null
}
