import { FLAG, KIND } from '../scan/columns.ts'
import type { Scanner } from '../scan/scanner.ts'
import type { ResumeRules } from './rules.ts'

/**
 * The rows the real program keeps when it loads a transcript, by uuid.
 *
 * It keeps user, assistant, system and attachment rows with a uuid, from lines it can parse; the
 * last row of a uuid wins. Everything else does not exist for a
 * resume, except that newer versions follow the chain through progress rows.
 */
export class LoadedRows {
  readonly #scan: Scanner
  readonly #rules: ResumeRules
  /** Rows in file order. */
  readonly order: number[] = []
  /** All rows that were taken up, those that a later row of their uuid replaced included. */
  readonly read: number[] = []
  readonly #rowOf: Int32Array
  /** Rows of progress type by uuid, where the version follows them. */
  readonly #progressOf: Int32Array
  /** Parents that a compaction's preserved messages gave their rows. */
  readonly #moved = new Map<number, number>()
  readonly #emptyText: number
  #nameless = -1

  constructor(scan: Scanner, rules: ResumeRules) {
    this.#scan = scan
    this.#rules = rules
    this.#rowOf = new Int32Array(scan.ids.count + 1).fill(-1)
    this.#progressOf = new Int32Array(rules.followsProgress ? scan.ids.count + 1 : 0).fill(-1)
    // `parentUuid: ""` counts as none; id 0 stands for "absent" and is never a text's.
    this.#emptyText = scan.ids.find('') || -1
    for (let row = 0; row < scan.columns.count; row++) this.#load(row)
    for (let row = 0; row < scan.columns.count; row++)
      if (this.rowOf(scan.columns.uuid[row]) === row) this.order.push(row)
  }

  rowOf(uuid: number): number {
    return uuid === 0 ? -1 : this.#rowOf[uuid]
  }

  /**
   * The row before this one on a resume: its parent, through progress rows. -1 when the parent is
   * null; -2 when it is not there.
   */
  parentOf(row: number): number {
    const { columns } = this.#scan
    const moved = this.#moved.get(row)
    if (moved !== undefined) return moved
    let key = columns.parent[row]
    if (key === this.#emptyText) return ROOT
    // A progress row may cite another; a ring of them must not hold us.
    for (let hops = 0; key !== 0 && hops <= columns.count; hops++) {
      const parent = this.#rowOf[key]
      if (parent >= 0) return parent
      const progress = this.#rules.followsProgress ? this.#progressOf[key] : -1
      if (progress < 0) return MISSING
      key = columns.parent[progress]
    }
    return ROOT
  }

  /** Hangs a row under another one, whatever its line says. */
  move(row: number, parent: number): void {
    this.#moved.set(row, parent)
  }

  /**
   * Hangs every row whose parent is not there under the newest row that is not newer, wherever it
   * stands, if that one is near enough in time.
   */
  bridgeGaps(maxMs: number): void {
    const gaps = this.order.filter((row) => this.parentOf(row) === MISSING)
    if (gaps.length === 0) return
    for (const side of [true, false]) {
      const rows = this.order.filter((row) => this.isSidechain(row) === side && !Number.isNaN(this.time(row)))
      rows.sort((a, b) => this.time(a) - this.time(b) || a - b)
      for (const row of gaps) {
        if (this.isSidechain(row) !== side) continue
        const before = newestNotAfter(rows, row, (candidate) => this.time(candidate))
        if (before >= 0 && this.time(row) - this.time(before) <= maxMs) this.#moved.set(row, before)
      }
    }
  }

  isMoved(row: number): boolean {
    return this.#moved.has(row)
  }

  /** Keeps only the rows that pass; the others no longer exist for the resume. */
  keep(passes: (row: number) => boolean): void {
    const kept = this.order.filter(passes)
    for (const row of this.order) if (!passes(row)) this.#rowOf[this.#scan.columns.uuid[row]] = -1
    this.order.length = 0
    this.order.push(...kept)
  }

  /** The row's own `timestamp`, NaN without a valid one. */
  time(row: number): number {
    const { flags, time } = this.#scan.columns
    return (flags[row] & FLAG.messageTime) === 0 ? time[row] : Number.NaN
  }

  isSidechain(row: number): boolean {
    return (this.#scan.columns.flags[row] & FLAG.sidechain) !== 0
  }

  #load(row: number): void {
    const { columns } = this.#scan
    if (!isReadable(this.#scan, row, this.#rules)) return
    const kind = columns.kind[row]
    const uuid = columns.uuid[row]
    if (kind === KIND.progress && this.#rules.followsProgress) this.#progressOf[uuid] = row
    if (kind === KIND.other || kind === KIND.progress) return
    // Rows without a uuid are filed under one and the same "undefined".
    if ((columns.flags[row] & FLAG.syntheticUuid) !== 0) {
      if (this.#nameless >= 0) this.#rowOf[columns.uuid[this.#nameless]] = -1
      this.#nameless = row
    }
    this.read.push(row)
    this.#rowOf[uuid] = row
  }
}

/** The last of `rows` (by time) whose time is at most that of `row`, itself left out; -1 if none. */
function newestNotAfter(rows: readonly number[], row: number, time: (row: number) => number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (time(rows[middle]) <= time(row)) low = middle + 1
    else high = middle
  }
  if (low > 0 && rows[low - 1] === row) low--
  return low > 0 ? rows[low - 1] : -1
}

export const ROOT = -1
export const MISSING = -2

/** Whether the real program takes the row up: a parseable line, a type, and a message where one belongs. */
export function isReadable(scan: Scanner, row: number, rules: ResumeRules): boolean {
  const { columns } = scan
  const kind = columns.kind[row]
  const flags = columns.flags[row]
  if ((flags & (FLAG.recovered | FLAG.noType)) !== 0 || columns.uuid[row] === 0) return false
  if ((flags & FLAG.trailed) !== 0 && !rules.toleratesTrails) return false
  const speaks = kind === KIND.user || kind === KIND.assistant
  return !speaks || !rules.skipsWithoutMessage || (flags & FLAG.hasMessage) !== 0
}
