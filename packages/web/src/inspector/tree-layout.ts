import type { TreeNode } from '@skein/server'

/** A node where it is drawn: a line of its own, in the lane of its depth. */
export interface PlacedNode {
  readonly node: TreeNode
  readonly x: number
  readonly y: number
  /** It ends its line: nothing was said after it there. */
  readonly tip: boolean
}

export interface TreeLayout {
  readonly nodes: readonly PlacedNode[]
  /** From a node to what follows it or hangs on it. */
  readonly edges: readonly { readonly d: string; readonly live: boolean }[]
  readonly width: number
  readonly height: number
}

export const ROW = 30
export const LANE = 16
/** Deeper than this, lanes lie on each other. */
const MOST_LANES = 12

/**
 * The conversation as a tree: the live line runs down the first lane, what branches off or hangs on a turn stands to the
 * right of it. Nodes come depth first, as the server tells them.
 */
export function treeLayout(nodes: readonly TreeNode[], row = ROW): TreeLayout {
  const placed: PlacedNode[] = []
  const edges: { d: string; live: boolean }[] = []
  /** By depth: the last node, and the last turn, of the line that is being drawn. */
  const lastAt: (number | undefined)[] = []
  const lastTurnAt: (number | undefined)[] = []
  for (const [i, node] of nodes.entries()) {
    const depth = Math.min(Math.max(0, node.depth), lastAt.length)
    lastAt.length = depth + 1
    lastTurnAt.length = depth + 1
    const here = { x: laneX(depth), y: (i + 0.5) * row }
    placed.push({ node, ...here, tip: node.kind === 'turn' && isLast(nodes, i) })
    const before = node.kind === 'turn' ? lastTurnAt[depth] : undefined
    const from = before ?? (depth > 0 ? lastAt[depth - 1] : undefined)
    if (from !== undefined) {
      const live = depth === 0
      edges.push({ d: edge(placed[from], here), live })
    }
    lastAt[depth] = i
    if (node.kind === 'turn') lastTurnAt[depth] = i
  }
  const deepest = placed.reduce((most, { x }) => Math.max(most, x), 0)
  return { nodes: placed, edges, width: deepest + LANE, height: nodes.length * row }
}

function laneX(depth: number): number {
  return LANE * (0.75 + Math.min(depth, MOST_LANES))
}

/** Straight down, or down and around a corner. */
function edge(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): string {
  if (from.x === to.x) return `M${from.x} ${from.y}V${to.y}`
  const bend = Math.min(8, Math.abs(to.x - from.x), to.y - from.y)
  return `M${from.x} ${from.y}V${to.y - bend}Q${from.x} ${to.y} ${from.x + bend} ${to.y}H${to.x}`
}

/** No turn follows on the same line. */
function isLast(nodes: readonly TreeNode[], at: number): boolean {
  const { depth } = nodes[at]
  for (let i = at + 1; i < nodes.length && nodes[i].depth >= depth; i++)
    if (nodes[i].depth === depth && nodes[i].kind === 'turn') return false
  return true
}
