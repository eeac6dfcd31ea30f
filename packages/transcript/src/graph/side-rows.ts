import { Int32List } from '../scan/growable.ts'

/**
 * Rows outside the graph (titles, snapshots, queue operations, unknown types without a uuid),
 * filed under the node they follow in the file, so that a reader sees them where they were written.
 */
export class SideRows {
  readonly #first = new Int32List(-1)
  readonly #last = new Int32List(-1)
  readonly #next = new Int32List(-1)

  /** `node` is the last graph node before the row, -1 at the start of the file. */
  add(row: number, node: number): void {
    const last = this.#last.get(node + 1)
    if (last < 0) this.#first.set(node + 1, row)
    else this.#next.set(last, row)
    this.#last.set(node + 1, row)
  }

  /** Side rows written after `node` and before the next one; -1 for those before the first. */
  after(node: number): number[] {
    const rows: number[] = []
    for (let row = this.#first.get(node + 1); row >= 0; row = this.#next.get(row)) rows.push(row)
    return rows
  }
}
