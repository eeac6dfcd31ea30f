import type { Branch } from './forks.ts'
import { branchesAt, branchesFrom } from './forks.ts'
import type { Transcript } from '../transcript.ts'
import { Tree } from './tree.ts'

/** Where a row stands in the full view. */
export interface FullPlace {
  readonly row: number
  /**
   * `trunk`: on the live path, its compacted past included. `branch`: on a line that leaves from another.
   * `shadowed`: replaced by the row `at`, which has the same uuid. `side`: outside the graph, written after `at`.
   */
  readonly kind: 'trunk' | 'branch' | 'shadowed' | 'side'
  /** The row it is shown at: of a branch's root the row it leaves from, further on the row before; -1 at a start. */
  readonly at: number
}

/** A tree that the trunk does not reach: another conversation, a sub-agent's rows, a ring of parents. */
export interface Detached {
  readonly root: number
  /** The last trunk row before it in the file: where a reader meets it. -1 before all of them. */
  readonly anchor: number
  readonly branches: readonly Branch[]
}

/**
 * Everything a human may want to see of a transcript: the live path stitched over compactions, and at each row
 * what else hangs there.
 *
 * Contract: every row of the file has exactly one place. What hangs at a row is worked out when it is asked
 * for and costs those rows, so a view may be held while its transcript grows, and growth of the trunk costs
 * nothing here.
 */
export class FullView {
  readonly #transcript: Transcript
  readonly #tree: Tree
  #shadowedBy = new Map<number, number[]>()
  #shadowedCount = 0

  constructor(transcript: Transcript) {
    this.#transcript = transcript
    this.#tree = new Tree(transcript)
  }

  get length(): number {
    return this.#transcript.path.length
  }

  /** The row at a position of the trunk. */
  at(position: number): number {
    return this.#transcript.path.at(position)
  }

  /** What leaves the trunk at one of its rows: branches and parallel tools, each before what leaves from it. */
  branchesAt(row: number): Branch[] {
    return branchesAt(this.#transcript, row, this.#tree)
  }

  /** Earlier rows of the same uuid, in file order. */
  shadowedBy(row: number): readonly number[] {
    this.#fileShadowed()
    return this.#shadowedBy.get(this.#transcript.scan.columns.uuid[row]) ?? []
  }

  /** Rows outside the graph that were written right after a row; -1: before the first. */
  sideRowsAfter(row: number): readonly number[] {
    return this.#transcript.sideRows.after(row)
  }

  /** The trees that the trunk does not reach, in file order. */
  *detached(): Generator<Detached> {
    const { path } = this.#transcript
    let anchor = -1
    let from = 0
    for (const root of this.#tree.detachedRoots()) {
      for (let row = from; row < root; row++) if (path.positionOf(row) >= 0) anchor = row
      from = root
      yield { root, anchor, branches: branchesFrom(this.#transcript, root, this.#tree) }
    }
  }

  /** Every row of the file, once, at its place: the trunk with what hangs on it, then the detached trees. */
  *places(): Generator<FullPlace> {
    yield* this.#sideOf(-1)
    for (let position = 0; position < this.length; position++) {
      const row = this.at(position)
      yield { row, kind: 'trunk', at: position === 0 ? -1 : this.at(position - 1) }
      yield* this.#around(row)
      for (const branch of this.branchesAt(row)) yield* this.#along(branch)
    }
    for (const { branches } of this.detached()) for (const branch of branches) yield* this.#along(branch)
  }

  *#along(branch: Branch): Generator<FullPlace> {
    let at = branch.at
    for (const row of branch.rows) {
      yield { row, kind: 'branch', at }
      yield* this.#around(row)
      at = row
    }
  }

  *#around(row: number): Generator<FullPlace> {
    for (const shadowed of this.shadowedBy(row)) {
      yield { row: shadowed, kind: 'shadowed', at: row }
      yield* this.#sideOf(shadowed)
    }
    yield* this.#sideOf(row)
  }

  *#sideOf(row: number): Generator<FullPlace> {
    for (const side of this.sideRowsAfter(row)) yield { row: side, kind: 'side', at: row }
  }

  #fileShadowed(): void {
    const { shadowed } = this.#transcript.graph
    for (; this.#shadowedCount < shadowed.length; this.#shadowedCount++) {
      const row = shadowed[this.#shadowedCount]
      const uuid = this.#transcript.scan.columns.uuid[row]
      const rows = this.#shadowedBy.get(uuid)
      if (rows === undefined) this.#shadowedBy.set(uuid, [row])
      else rows.push(row)
    }
  }
}

export function fullView(transcript: Transcript): FullView {
  return new FullView(transcript)
}
