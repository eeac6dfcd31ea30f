import { shownValue } from '@skein/redact'
import {
  messagesIn,
  readPrompts,
  startsTurn,
  usageOfMessages,
  type Readable,
  type Transcript,
} from '@skein/transcript'
import { allTokens, cutString, sessionTree as treeRows, type AgentHead, type TreeRows } from '@skein/view'
import type { TreeNode } from '../api/api.ts'

export interface TreeOptions {
  readonly main: Readable
  readonly agentOf: (toolUseId: string) => AgentHead | null
}

/** A node, and the row whose prompt is its text. */
interface Draft extends Omit<TreeNode, 'text'> {
  readonly text: string | null
  readonly prompt: number
}

/** The tree of a session, masked and bounded: the last nodes where there are too many. */
export function sessionTree({ main, agentOf }: TreeOptions): {
  readonly nodes: readonly TreeNode[]
  readonly omitted: number
} {
  const { transcript, source } = main
  const drafts = Array.from(treeRows(transcript, agentOf), (node) => draftOf(transcript, node))
  const kept = drafts.slice(-MOST_NODES)
  const rows = kept.flatMap(({ prompt }) => (prompt < 0 ? [] : [prompt]))
  const prompts = readPrompts(transcript, source, rows)
  const nodes = kept.map(({ prompt, text, ...node }): TreeNode => {
    const read = prompts.get(prompt)
    const typed = read === undefined ? '' : read.typed.trim() === '' ? `(${read.kind})` : read.typed
    return { ...node, text: cutString(shownValue((text ?? typed).slice(0, MOST_READ)), MOST_TEXT) }
  })
  return { nodes, omitted: drafts.length - kept.length }
}

const MOST_NODES = 1000
const MOST_READ = 5000
const MOST_TEXT = 120

function draftOf(transcript: Transcript, node: TreeRows<AgentHead>): Draft {
  const { scan } = transcript
  const { offset } = scan.columns
  const { depth } = node
  switch (node.kind) {
    case 'turn': {
      const { index, prompt, rows, startTime, usage } = node.turn
      return {
        ...bare(transcript, rows[0] ?? prompt, depth),
        kind: 'turn',
        turn: index,
        prompt,
        time: startTime,
        tokens: allTokens(usage),
      }
    }
    case 'branch-turn':
      return {
        ...bare(transcript, node.rows[0], depth),
        kind: 'turn',
        tip: offset[node.branch.tip],
        prompt: node.prompt,
        tokens: tokensIn(transcript, node.rows),
      }
    case 'branch': {
      const { root, tip, reason, rows, lastTime } = node.branch
      return {
        ...bare(transcript, root, depth),
        kind: 'branch',
        tip: offset[tip],
        prompt: rows.find((row) => startsTurn(scan, row)) ?? -1,
        reason,
        time: lastTime,
        tokens: tokensIn(transcript, rows),
      }
    }
    case 'agent': {
      const { agentId, type, description, status, startTime, tokens } = node.agent
      return {
        ...bare(transcript, node.row, depth),
        kind: 'agent',
        agent: agentId,
        text: [type, description].filter(Boolean).join(': '),
        reason: status,
        time: startTime,
        tokens: allTokens(tokens),
      }
    }
    case 'compaction':
      return { ...bare(transcript, node.row, depth), kind: 'compaction', text: 'compaction' }
  }
}

function bare({ scan }: Transcript, row: number, depth: number): Omit<Draft, 'kind'> {
  const time = scan.columns.time[row]
  return {
    depth,
    key: scan.columns.offset[row],
    turn: null,
    tip: null,
    agent: null,
    text: null,
    prompt: -1,
    reason: null,
    time: Number.isNaN(time) ? null : time,
    tokens: 0,
  }
}

function tokensIn(transcript: Transcript, rows: readonly number[]): number {
  return allTokens(usageOfMessages(messagesIn(transcript, rows)))
}
