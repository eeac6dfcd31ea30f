import { loadBodies, type JsonObject } from '@skein/transcript'
import type { SourceTranscript } from '../source/edit-session.ts'

/**
 * What becomes of one transcript: which rows stay, which change, which go, what is put in.
 *
 * Contract: everything is said in the uuids of the original. New ids, the new session, `forkedFrom` and
 * the re-pointing of citations of dropped rows happen when the draft is rendered, for all operations
 * alike. A row that is not mentioned keeps its bytes, but for its ids. Rows put in have uuids of their
 * own, which stay as they are; their `parentUuid` names a row of the original or another that was put in.
 */
export class TranscriptDraft {
  readonly from: SourceTranscript
  readonly #dropped: Uint8Array
  readonly #values = new Map<number, JsonObject>()
  readonly #parents = new Map<number, string | null>()
  readonly #inserted = new Map<number, JsonObject[]>()
  readonly #appended: JsonObject[] = []
  readonly #standIns = new Map<number, number>()
  #droppedCount = 0
  /** What becomes of the bytes that are in no row: damaged lines, blank ones, line ends. As they are, without it. */
  betweenRows: ((bytes: Uint8Array) => Uint8Array) | null = null
  /** Leaves out whatever is in no row and gives every row a line of its own. */
  wholeLines = false

  constructor(from: SourceTranscript) {
    this.from = from
    this.#dropped = new Uint8Array(from.transcript.rowCount)
  }

  get rowCount(): number {
    return this.#dropped.length
  }

  get droppedCount(): number {
    return this.#droppedCount
  }

  /** Rows with a new value, dropped ones left out. */
  get changedRows(): number[] {
    return [...this.#values.keys()].filter((row) => !this.isDropped(row)).toSorted((a, b) => a - b)
  }

  get insertedCount(): number {
    let count = this.#appended.length
    for (const values of this.#inserted.values()) count += values.length
    return count
  }

  get isUntouched(): boolean {
    return (
      this.#droppedCount === 0 &&
      this.#values.size === 0 &&
      this.#parents.size === 0 &&
      this.insertedCount === 0 &&
      this.betweenRows === null &&
      !this.wholeLines
    )
  }

  isDropped(row: number): boolean {
    return this.#dropped[row] === 1
  }

  isChanged(row: number): boolean {
    return this.#values.has(row)
  }

  /** `standIn` is cited in its place; without one, the row before it. */
  drop(row: number, standIn: number | null = null): void {
    if (standIn !== null) this.#standIns.set(row, standIn)
    if (this.#dropped[row] === 1) return
    this.#dropped[row] = 1
    this.#droppedCount++
  }

  /** Takes a `drop` back. */
  keep(row: number): void {
    if (this.#dropped[row] === 0) return
    this.#dropped[row] = 0
    this.#droppedCount--
  }

  /** Gives a row a new value, whole. */
  change(row: number, value: JsonObject): void {
    this.#values.set(row, value)
  }

  /** Takes a `change` back. */
  restore(row: number): void {
    this.#values.delete(row)
  }

  /** Hangs a row on another one, by its uuid, whatever its own `parentUuid` says. */
  link(row: number, parent: string | null): void {
    this.#parents.set(row, parent)
  }

  /** The parent a row was given by `link`; undefined where it keeps its own. */
  parentOf(row: number): string | null | undefined {
    return this.#parents.get(row)
  }

  /** Puts a row behind another one, behind those already put there; -1 is the beginning of the file. */
  insertAfter(row: number, value: JsonObject): void {
    const there = this.#inserted.get(row)
    if (there === undefined) this.#inserted.set(row, [value])
    else there.push(value)
  }

  insertedAfter(row: number): readonly JsonObject[] {
    return this.#inserted.get(row) ?? []
  }

  /** Puts a row at the end of the file. */
  append(value: JsonObject): void {
    this.#appended.push(value)
  }

  get appended(): readonly JsonObject[] {
    return this.#appended
  }

  /** Rows as they stand in the draft, parsed, read in one batch; dropped and unreadable ones are left out. */
  values(rows: readonly number[]): Map<number, JsonObject> {
    const kept = rows.filter((row) => !this.isDropped(row))
    const unchanged = kept.filter((row) => !this.#values.has(row))
    const { transcript, source } = this.from
    const read = loadBodies(transcript.scan, source, unchanged)
    const values = new Map<number, JsonObject>()
    for (const row of kept) {
      const value = this.#values.get(row) ?? read.get(row)
      if (value !== undefined) values.set(row, value)
    }
    return values
  }

  /** Rows as the original has them. */
  originals(rows: readonly number[]): Map<number, JsonObject> {
    const { transcript, source } = this.from
    return loadBodies(transcript.scan, source, rows)
  }

  /** The row itself, or what stands for it: its nearest ancestor that stays; -1 where none does. */
  survivor(row: number): number {
    if (!this.isDropped(row)) return row
    const { graph } = this.from.transcript
    const seen = new Set<number>()
    let at = row
    while (at >= 0 && this.isDropped(at) && !seen.has(at)) {
      seen.add(at)
      at = this.#standIns.get(at) ?? graph.before(at)
    }
    return at >= 0 && !this.isDropped(at) ? at : -1
  }
}
