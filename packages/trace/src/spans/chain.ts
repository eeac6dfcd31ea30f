import type { Transcript } from '@skein/transcript'
import { FLAG, KIND } from '@skein/transcript'

/**
 * On which row each row of a transcript hangs: its parent, over a compaction its logical parent, wherever they stand.
 * Hostile files have rings of parents, and chains of a million rows.
 */
export class Chain {
  /** By row; -1 where the parent is null, or not in the file. */
  readonly parent: Int32Array
  /** By row: the last thing said before it in the file, on the same side of `isSidechain`; -1 at the start. */
  readonly #saidBefore: Int32Array
  readonly #kind: Uint8Array

  constructor(transcript: Transcript) {
    const { scan, graph, rowCount } = transcript
    this.#kind = scan.columns.kind
    this.parent = new Int32Array(rowCount).fill(-1)
    this.#saidBefore = new Int32Array(rowCount).fill(-1)
    const last = [-1, -1]
    for (let row = 0; row < rowCount; row++) {
      if (!graph.isNode(row)) continue
      const side = isAside(transcript, row) ? 1 : 0
      const parent = graph.rowOf(graph.parentKey(row))
      this.parent[row] = parent === row ? -1 : parent
      this.#saidBefore[row] = last[side]
      if (this.#isSaid(row)) last[side] = row
    }
  }

  /** The last thing said above a row, else before it in the file: a user's or an assistant's row; -1 at the start. */
  saidAbove(row: number): number {
    let at = this.parent[row]
    for (let steps = 0; at >= 0 && steps < SILENT_ROWS; steps++) {
      if (this.#isSaid(at)) return at
      at = this.parent[at]
    }
    return this.#saidBefore[row]
  }

  #isSaid(row: number): boolean {
    return this.#kind[row] === KIND.user || this.#kind[row] === KIND.assistant
  }
}

/** Whether a sub-agent's row stands in the main transcript. */
export function isAside({ scan, agentFile }: Transcript, row: number): boolean {
  return !agentFile && (scan.columns.flags[row] & FLAG.sidechain) !== 0
}

/** More rows than any version writes between two things said; keeps a hostile file linear. */
const SILENT_ROWS = 1000
