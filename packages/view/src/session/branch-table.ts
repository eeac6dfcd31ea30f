import type { Branch, Transcript } from '@skein/transcript'
import { branchesAt, branchesFrom, isQuietFork, KIND, readPrompts, startsTurn, Tree } from '@skein/transcript'
import { cutString } from './cut.ts'
import type { Reading } from './reading.ts'
import type { PathMove } from './session-figures.ts'
import type { BranchView } from './session-view.ts'
import { MOST_BRANCHES } from './session-view.ts'

/** What changed in a transcript since somebody looked. */
export interface Moved extends PathMove {
  readonly fromRow: number
  readonly toRow: number
  /** Positions of the path, from its start, that are as before. */
  readonly kept: number
  /** Links between older rows may have changed. */
  readonly structural: boolean
}

/**
 * The branches worth a reader's time, kept up to date: parallel tools are none, and a side line never said anything.
 *
 * Contract: the same as `branches` of the kernel, filtered, whatever the order in which rows came. An update costs the new
 * rows, the way from each of them up to the path, and the branches that leave where they hang.
 */
export class BranchTable {
  readonly #reading: Reading
  readonly #tree: Tree
  /** By the row of the path that they leave from. */
  #forks = new Map<number, Fork>()
  #detached: readonly Branch[] = []
  /** The last row of any branch: as long as the tip stands behind it, no branch's reason depends on the tip. */
  #lastRow = -1
  #tip = -1
  #isUnbridged = false
  readonly #prompts = new Map<number, string | null>()

  constructor(reading: Reading) {
    this.#reading = reading
    this.#tree = new Tree(reading.transcript)
  }

  /** Takes in what changed; says which rows of the path have other branches than before, -1 for the start of the path. */
  update(moved: Moved): Set<number> {
    const { path } = this.#reading.transcript
    const dirty = this.#dirty(moved)
    for (const row of moved.left) if (path.positionOf(row) < 0 && this.#forks.delete(row)) dirty.add(row)
    const isAll = moved.structural || this.#dependsOnTip(path.tip)
    if (isAll) for (const row of this.#forks.keys()) dirty.add(row)
    if (moved.structural) for (let at = 0; at < path.length; at++) dirty.add(path.at(at))
    for (const row of moved.entered) dirty.add(row)
    for (const [row, { settled }] of this.#forks) if (!settled) dirty.add(row)
    this.#isUnbridged = this.#reading.transcript.graph.danglers.length === 0
    for (const row of dirty) if (row >= 0 && path.positionOf(row) >= 0) this.#lookAt(row)
    if (isAll || dirty.has(-1) || moved.kept === 0) {
      dirty.add(-1)
      this.#detached = this.#tree
        .detachedRoots()
        .flatMap((root) => branchesFrom(this.#reading.transcript, root, this.#tree))
        .filter(isSaid)
    }
    for (const { tip } of this.#detached) this.#lastRow = Math.max(this.#lastRow, tip)
    this.#tip = path.tip
    return dirty
  }

  /** Branches that leave the path at a row. */
  at(row: number): readonly Branch[] {
    return this.#forks.get(row)?.branches.filter((branch) => branch.at === row) ?? []
  }

  /** Earlier beginnings of the same conversation. */
  starts(): readonly Branch[] {
    return this.#detached.filter(({ at, reason }) => at < 0 && reason === 'rewind')
  }

  get count(): number {
    let count = this.#detached.length
    for (const { branches } of this.#forks.values()) count += branches.length
    return count
  }

  /** In path order, then those with roots of their own. */
  views(): BranchView[] {
    const { path, scan } = this.#reading.transcript
    const rows = [...this.#forks.keys()].sort((a, b) => path.positionOf(a) - path.positionOf(b))
    const shown: Branch[] = []
    for (const row of rows) {
      if (shown.length >= MOST_BRANCHES) break
      for (const branch of this.#forks.get(row)?.branches ?? []) shown.push(branch)
    }
    for (const branch of this.#detached) {
      if (shown.length >= MOST_BRANCHES) break
      shown.push(branch)
    }
    return shown.slice(0, MOST_BRANCHES).map((branch) => ({
      tip: scan.columns.offset[branch.tip],
      reason: branch.reason,
      entries: branch.size,
      lastTime: branch.lastTime,
      prompt: this.#promptOf(branch),
    }))
  }

  /** Rows of the path below which something is new. */
  #dirty({ fromRow, toRow, left, kept }: Moved): Set<number> {
    const { graph, path } = this.#reading.transcript
    const dirty = new Set<number>()
    const seen = new Set<number>()
    const climb = (from: number): void => {
      let row = from
      while (row >= 0 && path.positionOf(row) < 0 && !seen.has(row)) {
        seen.add(row)
        row = graph.before(row)
      }
      // Where rows stand out of order, one that was seen may be the same walk's: a ring, which hangs on nothing.
      if (row < 0 || (seen.has(row) && graph.mayHaveCycles)) dirty.add(-1)
      else if (!seen.has(row)) dirty.add(row)
    }
    for (let row = fromRow; row < toRow; row++) if (graph.isNode(row) && path.positionOf(row) < 0) climb(row)
    for (const row of left) if (path.positionOf(row) < 0) climb(row)
    if (kept > 0) dirty.add(path.at(kept - 1))
    return dirty
  }

  #dependsOnTip(tip: number): boolean {
    return this.#lastRow >= 0 && (tip <= this.#lastRow || this.#tip <= this.#lastRow)
  }

  #lookAt(row: number): void {
    const { transcript } = this.#reading
    const { path, graph } = transcript
    const isEnd = path.positionOf(row) === path.length - 1
    // The one row that cites it is the next of the path; only rows without their parent could hang on it besides.
    if (graph.childCount(row) === 1 && !isEnd && this.#isUnbridged) {
      this.#forks.delete(row)
      return
    }
    const isQuiet = isQuietFork({ transcript, tree: this.#tree }, row)
    const found = isQuiet ? [] : branchesAt(transcript, row, this.#tree)
    for (const { tip } of found) this.#lastRow = Math.max(this.#lastRow, tip)
    const branches = found.filter(isSaid)
    if (branches.length === 0) this.#forks.delete(row)
    else this.#forks.set(row, { branches, settled: hasSpoken(transcript, path.positionOf(row) + 1) })
  }

  #promptOf(branch: Branch): string | null {
    const { transcript, source } = this.#reading
    const row = branch.rows.find((candidate) => startsTurn(transcript.scan, candidate))
    if (row === undefined) return null
    const known = this.#prompts.get(row)
    if (known !== undefined) return known
    const typed = readPrompts(transcript, source, [row]).get(row)?.typed ?? null
    const text = typed === null ? null : cutString(typed, CUT_PROMPT)
    if (this.#prompts.size > 2 * MOST_BRANCHES) this.#prompts.clear()
    this.#prompts.set(row, text)
    return text
  }
}

interface Fork {
  readonly branches: readonly Branch[]
  /** Something was said on the path behind it: what the branches are to it does not change any more. */
  readonly settled: boolean
}

const CUT_PROMPT = 200

function isSaid({ reason }: Branch): boolean {
  return reason !== 'parallel-tools' && reason !== 'side-line'
}

function hasSpoken({ scan, path }: Transcript, from: number): boolean {
  for (let at = from; at < path.length; at++) {
    const kind = scan.columns.kind[path.at(at)]
    if (kind === KIND.user || kind === KIND.assistant) return true
  }
  return false
}
