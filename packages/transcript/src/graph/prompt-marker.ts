import type { Graph } from './graph.ts'
import { isBoundary } from '../resume/compaction.ts'
import { FLAG } from '../scan/columns.ts'
import type { Scanner } from '../scan/scanner.ts'

/**
 * The last `last-prompt` row, which may hold the tip on a branch that is not the latest.
 *
 * It names a leaf. The tip stays there unless the latest row is that leaf or grew from it; an
 * `explicit` one (a rewind) gives way only to rows written after it. A compaction ends its reign.
 */
export class PromptMarker {
  readonly #scan: Scanner
  readonly #graph: Graph
  #marker = -1
  #boundary = -1
  /** The last question and its answer: a branch that grows asks the same again for its child. */
  #asked = { row: -1, leaf: -1, grew: false }

  constructor(scan: Scanner, graph: Graph) {
    this.#scan = scan
    this.#graph = graph
  }

  /** Takes note of one row. Rows come in file order, each once. */
  add(row: number): void {
    const { columns, ids } = this.#scan
    if ((columns.flags[row] & FLAG.recovered) !== 0) return
    if (columns.target[row] !== 0 && columns.type[row] === ids.find('last-prompt')) this.#marker = row
    if (isBoundary(this.#scan, row)) this.#boundary = row
  }

  /** The tip, `latest` being the latest leaf. */
  tip(latest: number): number {
    const { columns } = this.#scan
    if (this.#marker < 0 || this.#boundary > this.#marker) return latest
    const leaf = this.#graph.rowOf(columns.target[this.#marker])
    if (leaf < 0 || latest < 0 || (columns.flags[leaf] & FLAG.sidechain) !== 0) return latest
    const grew = this.#grewFrom(latest, leaf)
    if ((columns.flags[this.#marker] & FLAG.explicit) !== 0)
      return grew && latest > this.#marker ? latest : leaf
    return grew ? latest : leaf
  }

  #grewFrom(row: number, leaf: number): boolean {
    const { parent } = this.#scan.columns
    const known = this.#asked
    let grew = known.grew
    if (known.leaf !== leaf || (known.row !== row && this.#graph.rowOf(parent[row]) !== known.row))
      grew = this.#walk(row, leaf)
    this.#asked = { row, leaf, grew }
    return grew
  }

  /** Rows before the leaf in the file cannot come after it, unless rows stand out of order. */
  #walk(row: number, leaf: number): boolean {
    const seen = new Set<number>()
    for (let at = row; at >= 0 && !seen.has(at); at = this.#graph.rowOf(this.#scan.columns.parent[at])) {
      if (at === leaf) return true
      if (at < leaf && !this.#graph.mayHaveCycles) return false
      seen.add(at)
    }
    return false
  }
}
