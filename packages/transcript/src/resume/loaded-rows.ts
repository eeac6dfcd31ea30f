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
  /** Rows in the program's order. */
  readonly order: number[] = []
  readonly #rowOf: Int32Array
  /** Rows of progress type by uuid, where the version follows them. */
  readonly #progressOf: Int32Array
  /** Parents that a compaction's preserved messages gave their rows. */
  readonly #moved = new Map<number, number>()
  readonly #emptyText: number

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

  isSidechain(row: number): boolean {
    return (this.#scan.columns.flags[row] & FLAG.sidechain) !== 0
  }

  #load(row: number): void {
    const { columns } = this.#scan
    if (!isReadable(this.#scan, row)) return
    const uuid = columns.uuid[row]
    const kind = columns.kind[row]
    if (kind === KIND.progress && this.#rules.followsProgress) this.#progressOf[uuid] = row
    if (kind === KIND.other || kind === KIND.progress) return
    this.#rowOf[uuid] = row
  }
}

export const ROOT = -1
export const MISSING = -2

/** Whether the real program can read the row: a parseable line, a type, a uuid of its own. */
export function isReadable(scan: Scanner, row: number): boolean {
  const { columns } = scan
  return columns.uuid[row] !== 0 && (columns.flags[row] & UNREADABLE) === 0
}

const UNREADABLE = FLAG.recovered | FLAG.syntheticUuid | FLAG.noType
