import type { Graph } from './graph.ts'
import { Int32List } from '../scan/growable.ts'

/**
 * The rows from the root to the tip, kept up to date as the tip moves.
 *
 * Contract: moving costs the rows on the two paths back to their common ancestor, so following a
 * session that only grows costs one step a row. A row's parent that stands on the path already is
 * never followed again: a cycle ends where it would close.
 */
export class LivePath {
  readonly #graph: Graph
  #rows = new Int32Array(1024)
  #length = 0
  /** Position on the path by row. */
  readonly #position = new Int32List(-1)
  /** Marks the rows of the walk under way. */
  readonly #walked = new Int32List(0)
  #walk = 0
  /** Steps taken in all; tests hold the cost of an append to it. */
  steps = 0
  cycle = -1

  constructor(graph: Graph) {
    this.#graph = graph
  }

  get length(): number {
    return this.#length
  }

  at(position: number): number {
    return this.#rows[position]
  }

  get tip(): number {
    return this.#length === 0 ? -1 : this.#rows[this.#length - 1]
  }

  positionOf(row: number): number {
    return this.#position.get(row)
  }

  rows(from = 0, to = this.#length): Int32Array {
    return this.#rows.slice(from, to)
  }

  /** Makes `tip` the end of the path (-1: empty); says how many rows from the start stayed. */
  moveTo(tip: number): number {
    this.#walk++
    this.cycle = -1
    const fresh: number[] = []
    let row = tip
    while (row >= 0 && this.#position.get(row) < 0) {
      if (this.#walked.get(row) === this.#walk) {
        this.cycle = row
        row = -1
        break
      }
      this.#walked.set(row, this.#walk)
      fresh.push(row)
      row = this.#graph.before(row)
    }
    const kept = row < 0 ? 0 : this.#position.get(row) + 1
    this.steps += fresh.length + this.#length - kept
    this.#truncate(kept)
    for (let i = fresh.length - 1; i >= 0; i--) this.#push(fresh[i])
    return kept
  }

  /** Forgets everything: links between older rows may have changed. */
  clear(): void {
    this.#truncate(0)
  }

  #truncate(length: number): void {
    for (let i = length; i < this.#length; i++) this.#position.set(this.#rows[i], -1)
    this.#length = length
  }

  #push(row: number): void {
    if (this.#length === this.#rows.length) {
      const wider = new Int32Array(this.#rows.length * 2)
      wider.set(this.#rows)
      this.#rows = wider
    }
    this.#rows[this.#length] = row
    this.#position.set(row, this.#length++)
  }
}
