import type { Transcript } from '../transcript.ts'

/**
 * The graph as a forest in which every node that is not shadowed hangs exactly once.
 *
 * Rows whose parent is missing hang on the nearest earlier row of the file, as `Graph.before` says. A
 * ring of parents is cut: where the live path cuts it, else before the ring's first row in file order.
 * What is kept here is renewed only when links between older rows changed, so a tree may be held while
 * its transcript grows.
 */
export class Tree {
  readonly #transcript: Transcript
  #structure = -1
  #rows = 0
  /** Rings of parents, by member row. */
  #ringOf = new Map<number, Ring>()
  #rings: Ring[] = []
  /** Rows without their parent, by the row they hang on instead. */
  #bridged = new Map<number, number[]>()
  /** Rows looked at to find rings and bridges; tests hold the cost to it. */
  steps = 0

  constructor(transcript: Transcript) {
    this.#transcript = transcript
  }

  /** The row it hangs on; -1 for a root. */
  parent(row: number): number {
    this.#refresh()
    return this.#isCut(row) ? -1 : this.#transcript.graph.before(row)
  }

  /** The rows that hang on it, in file order. */
  children(row: number): number[] {
    this.#refresh()
    const cited = this.#transcript.graph.children(row)
    const bridged = this.#bridged.get(row)
    const all = bridged === undefined ? cited : [...cited, ...bridged].sort((a, b) => a - b)
    return this.#ringOf.has(row) ? all.filter((child) => !this.#isCut(child)) : all
  }

  /** Roots that are not the live path's, in file order. */
  detachedRoots(): number[] {
    this.#refresh()
    const { graph, path } = this.#transcript
    const roots = graph.roots.filter((row) => !graph.isShadowed(row))
    for (const row of this.#bridged.get(-1) ?? []) roots.push(row)
    for (const ring of this.#rings) roots.push(this.#cutOf(ring))
    return roots.filter((row) => path.positionOf(row) < 0).sort((a, b) => a - b)
  }

  #isCut(row: number): boolean {
    const ring = this.#ringOf.get(row)
    return ring !== undefined && this.#cutOf(ring) === row
  }

  #cutOf(ring: Ring): number {
    const { path } = this.#transcript
    const start = path.length === 0 ? -1 : path.at(0)
    return this.#ringOf.get(start) === ring ? start : ring.first
  }

  #refresh(): void {
    const { graph, rowCount } = this.#transcript
    if (this.#rows === rowCount && this.#structure === graph.structuralChanges) return
    if (this.#structure !== graph.structuralChanges) this.#findRings()
    this.#structure = graph.structuralChanges
    this.#rows = rowCount
    this.#bridged = new Map()
    for (const row of graph.danglers) {
      this.steps++
      const at = graph.before(row)
      const list = this.#bridged.get(at)
      if (list === undefined) this.#bridged.set(at, [row])
      else list.push(row)
    }
  }

  #findRings(): void {
    const { graph, rowCount } = this.#transcript
    this.#ringOf = new Map()
    this.#rings = []
    if (!graph.mayHaveCycles) return
    /** The walk that came by a row first; 0 before any did. */
    const walkOf = new Int32Array(rowCount)
    for (let start = 0; start < rowCount; start++) {
      if (!graph.isNode(start) || graph.isShadowed(start)) continue
      let row = start
      for (; row >= 0 && walkOf[row] === 0; row = graph.before(row)) {
        this.steps++
        walkOf[row] = start + 1
      }
      if (row >= 0 && walkOf[row] === start + 1) this.#addRing(row)
    }
  }

  #addRing(member: number): void {
    const { graph } = this.#transcript
    const ring = { first: member }
    for (let row = member; !this.#ringOf.has(row); row = graph.before(row)) {
      this.#ringOf.set(row, ring)
      ring.first = Math.min(ring.first, row)
    }
    this.#rings.push(ring)
  }
}

interface Ring {
  first: number
}
