import { agentParts, BRANCH_REASONS, compactionText } from '@skein/view'
import { counted, duration } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { widthOf } from '../terminal/width.ts'
import { shorten } from '../terminal/wrap.ts'
import type { TreeNode } from './session-tree.ts'

/** Draws the tree, one line a node. */
export function* treeLines(nodes: readonly TreeNode[], screen: Screen): Generator<string> {
  const { style, width } = screen
  const isLast = lastOnes(nodes)
  /** By depth: whether more of its siblings follow, so that their line goes on. */
  const goesOn: boolean[] = []
  for (const [i, node] of nodes.entries()) {
    goesOn.length = node.depth
    const stem = goesOn.map((more) => (more ? '│  ' : '   ')).join('')
    // A deep branch leaves the text at least half of the line.
    const most = Math.max(3, Math.floor(width / 6) * 3)
    const shown = stem.length > most ? `…${stem.slice(stem.length - most + 1)}` : stem
    goesOn[node.depth] = !isLast[i]
    const prefix = `${shown}${isLast[i] ? '└─ ' : '├─ '}`
    yield `${style.dim(prefix)}${nodeText(node, screen, width - prefix.length)}`
  }
}

/** Whether a node is the last of its siblings. */
function lastOnes(nodes: readonly TreeNode[]): boolean[] {
  const seen: boolean[] = []
  const last: boolean[] = []
  for (let i = nodes.length - 1; i >= 0; i--) {
    const { depth } = nodes[i]
    last[i] = !seen[depth]
    seen.length = depth + 1
    seen[depth] = true
  }
  return last
}

function nodeText(node: TreeNode, { style }: Screen, room: number): string {
  switch (node.kind) {
    case 'turn': {
      const sign = node.turn === null ? style.cyan('›') : style.bold(String(node.turn))
      const width = node.turn === null ? 1 : String(node.turn).length
      const prompt = node.prompt === null ? '(no prompt)' : inertLine(node.prompt)
      const { text, tail } = fitted(prompt, turnParts(node), room - width - 1)
      return `${sign} ${text}${style.dim(tail)}`
    }
    case 'branch': {
      const head = `branch ${node.number}, ${BRANCH_REASONS[node.reason] ?? node.reason}`
      const { text, tail } = fitted(head, [counted(node.entries, 'entry', 'entries')], room - 2)
      return style.yellow(`⎇ ${text}`) + style.dim(tail)
    }
    case 'agent': {
      const [name, ...parts] = agentParts(node)
      const { text, tail } = fitted(name, parts, room - 2)
      return style.blue(`◆ ${text}`) + style.dim(tail)
    }
    case 'compaction':
      return style.dim(shorten(`┄ ${compactionText(node)}`, room))
  }
}

function turnParts(node: Extract<TreeNode, { kind: 'turn' }>): string[] {
  return [
    ...(node.steps === 0 ? [] : [counted(node.steps, 'step')]),
    ...(node.toolCalls === 0 ? [] : [counted(node.toolCalls, 'tool')]),
    ...(node.durationMs === null || node.durationMs === 0 ? [] : [duration(node.durationMs)]),
  ]
}

/** The text and as many of the parts as leave it enough room to be understood. */
function fitted(text: string, parts: readonly string[], room: number): { text: string; tail: string } {
  for (let count = parts.length; ; count--) {
    const tail = count === 0 ? '' : `  ${parts.slice(0, count).join(' · ')}`
    const left = room - widthOf(tail)
    if (count === 0 || left >= Math.min(widthOf(text), LEAST_TEXT))
      return { text: shorten(text, Math.max(4, left)), tail }
  }
}

const LEAST_TEXT = 24
