import { isConversationKind } from './graph.ts'
import { BLOCK, FLAG, KIND } from '../scan/columns.ts'
import type { Transcript } from '../transcript.ts'
import type { Tree } from './tree.ts'

/**
 * What hangs below a row, the live path left out, as flat lists in which parents stand before children.
 * Everything about a row's subtree is summed up once, from the leaves up: neither depth nor width matters.
 */
export class Subtree {
  readonly #rows: number[] = []
  readonly #nodes = new Map<number, number>()
  readonly #children = new Map<number, number[]>()
  readonly #size: number[] = []
  readonly #heir: number[] = []
  /** The latest row of each subtree that may be a tip; progress and sidechains only where there is nothing else. */
  readonly #latest: number[] = []
  readonly #opening: number[] = []
  readonly #firstSpoken: number[] = []
  readonly #lastSpoken: number[] = []
  readonly #lastTime: number[] = []
  /** The one message all that is said belongs to; `MIXED` where there are several, `SILENT` where nothing is said. */
  readonly #family: number[] = []

  constructor(transcript: Transcript, tree: Tree, root: number) {
    const { columns } = transcript.scan
    const open = [root]
    for (let row = open.pop(); row !== undefined; row = open.pop()) {
      this.#nodes.set(row, this.#rows.length)
      this.#rows.push(row)
      for (const child of tree.children(row)) if (transcript.path.positionOf(child) < 0) open.push(child)
    }
    for (let node = this.#rows.length - 1; node >= 0; node--) {
      const row = this.#rows[node]
      const time = columns.time[row]
      this.#size[node] = 1
      this.#heir[node] = -1
      this.#lastTime[node] = Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time
      this.#latest[node] = isTipKind(transcript, row) ? row : row - columns.count
      this.#firstSpoken[node] = isSpoken(transcript, row) ? row : -1
      this.#lastSpoken[node] = this.#firstSpoken[node]
      this.#family[node] = familyOf(transcript, row)
      const children = this.childrenOf(node)
      for (const child of children) this.#include(node, child)
      const heir = this.#heir[node]
      this.#opening[node] = isSpoken(transcript, row) ? row : heir < 0 ? -1 : this.#opening[heir]
      if (node > 0) this.#file(node, this.nodeOf(tree.parent(row)))
    }
    for (const children of this.#children.values()) children.sort((a, b) => this.#rows[a] - this.#rows[b])
  }

  nodeOf(row: number): number {
    return this.#nodes.get(row) ?? -1
  }

  row(node: number): number {
    return this.#rows[node]
  }

  childrenOf(node: number): readonly number[] {
    return this.#children.get(node) ?? NO_NODES
  }

  /** The child its line goes on with: the one that leads to the latest row. -1 at a tip. */
  heir(node: number): number {
    return this.#heir[node]
  }

  size(node: number): number {
    return this.#size[node]
  }

  lastTime(node: number): number | null {
    return this.#lastTime[node] === Number.NEGATIVE_INFINITY ? null : this.#lastTime[node]
  }

  line(node: number): Line {
    return {
      first: this.#rows[node],
      opening: this.#opening[node],
      firstSpoken: this.#firstSpoken[node],
      lastSpoken: this.#lastSpoken[node],
    }
  }

  /** Whether all that is said below belongs to one message: its own rows, and results of its calls. */
  isOnlyOf(node: number, message: number): boolean {
    return this.#family[node] === message
  }

  #file(node: number, parent: number): void {
    const siblings = this.#children.get(parent)
    if (siblings === undefined) this.#children.set(parent, [node])
    else siblings.push(node)
  }

  #include(node: number, child: number): void {
    this.#size[node] += this.#size[child]
    this.#lastTime[node] = Math.max(this.#lastTime[node], this.#lastTime[child])
    if (this.#heir[node] < 0 || this.#latest[child] > this.#latest[this.#heir[node]]) this.#heir[node] = child
    this.#latest[node] = Math.max(this.#latest[node], this.#latest[child])
    if (this.#firstSpoken[child] < 0) return
    const mine = this.#family[node]
    this.#family[node] = mine === SILENT || mine === this.#family[child] ? this.#family[child] : MIXED
    const first = this.#firstSpoken[node]
    this.#firstSpoken[node] = first < 0 ? this.#firstSpoken[child] : Math.min(first, this.#firstSpoken[child])
    this.#lastSpoken[node] = Math.max(this.#lastSpoken[node], this.#lastSpoken[child])
  }
}

/** A line that a branch competes with. */
export interface Line {
  readonly first: number
  /** The first thing said on it, in the order of the conversation; -1 where nothing was. */
  readonly opening: number
  /** The first and the last thing said on it and its branches, in file order; -1 where nothing was. */
  readonly firstSpoken: number
  readonly lastSpoken: number
}

const NO_NODES: readonly number[] = []
/** No message has these for an id: interned ids count up from 1. */
export const SILENT = -1
const MIXED = -2

/** The message that what a row says belongs to: its own, or the one whose call it answers. */
export function familyOf(transcript: Transcript, row: number): number {
  const { scan, tools } = transcript
  const { columns, blocks } = scan
  if (!isSpoken(transcript, row)) return SILENT
  if (columns.kind[row] === KIND.assistant) return columns.messageId[row]
  let block = columns.firstBlock[row]
  while (block < blocks.count && blocks.row[block] === row && blocks.kind[block] !== BLOCK.toolResult) block++
  if (block >= blocks.count || blocks.row[block] !== row) return MIXED
  const use = tools.firstUseOf(blocks.toolId[block])
  return use < 0 ? MIXED : columns.messageId[blocks.row[use]]
}

/** Whether the row holds something said in the conversation itself, not by a sub-agent. */
export function isSpoken({ scan, agentFile }: Transcript, row: number): boolean {
  const kind = scan.columns.kind[row]
  if (kind !== KIND.user && kind !== KIND.assistant) return false
  return agentFile || (scan.columns.flags[row] & FLAG.sidechain) === 0
}

function isTipKind({ scan, agentFile }: Transcript, row: number): boolean {
  if (!isConversationKind(scan.columns.kind[row])) return false
  return agentFile || (scan.columns.flags[row] & FLAG.sidechain) === 0
}
