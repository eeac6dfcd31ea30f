import type { Transcript } from '@skein/transcript'
import { FLAG, KIND } from '@skein/transcript'

/**
 * On which row each row hung when it was written.
 *
 * Contract: it follows from the rows before it alone, so that nothing that was found stays true only until the file
 * grows. A parent that comes after its child, as some versions write it, is as good as missing; there are no rings.
 */
export class Chain {
  /** By row; -1 where the parent is null, or was not in the file. */
  readonly parent: Int32Array
  /** The last thing said above a row, else before it in the file: a user's or an assistant's row; -1 at the start. */
  readonly said: Int32Array

  constructor(transcript: Transcript) {
    const { scan, graph, rowCount } = transcript
    const { columns } = scan
    this.parent = new Int32Array(rowCount).fill(-1)
    this.said = new Int32Array(rowCount).fill(-1)
    const latest = new Int32Array(largest(columns.uuid, rowCount) + 1).fill(-1)
    // Rows of sub-agents stand between those of the conversation in old files.
    const lastSaid = [-1, -1]
    for (let row = 0; row < rowCount; row++) {
      if (!graph.isNode(row)) continue
      const key = graph.parentKey(row)
      const parent = key === 0 || key >= latest.length ? -1 : latest[key]
      const side = isAside(transcript, row) ? 1 : 0
      this.parent[row] = parent
      this.said[row] = parent < 0 ? lastSaid[side] : isSaid(columns.kind[parent]) ? parent : this.said[parent]
      latest[columns.uuid[row]] = row
      if (isSaid(columns.kind[row])) lastSaid[side] = row
    }
  }
}

/** Whether a sub-agent's row stands in the main transcript. */
export function isAside({ scan, agentFile }: Transcript, row: number): boolean {
  return !agentFile && (scan.columns.flags[row] & FLAG.sidechain) !== 0
}

function isSaid(kind: number): boolean {
  return kind === KIND.user || kind === KIND.assistant
}

function largest(column: Int32Array, count: number): number {
  let most = 0
  for (let row = 0; row < count; row++) if (column[row] > most) most = column[row]
  return most
}
