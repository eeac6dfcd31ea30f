import type { Prompt, TokenUsage, Turn } from '@skein/transcript'
import { BLOCK, messagesIn, readPrompts, readRows, usageOfMessages, uuidOf } from '@skein/transcript'
import type { AgentReport, BranchReport, BranchTurnRows, Compaction, ToldSession } from '@skein/view'
import { branchReports, sessionTree as treeRows } from '@skein/view'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { lineOf } from '../file/open-transcript.ts'
import { isoTime } from '../terminal/figures.ts'

/** One line of a session's tree. What is below a node follows it, one deeper. */
export type TreeNode = { readonly depth: number } & (TurnNode | BranchNode | AgentNode | CompactionNode)

export interface TurnNode {
  readonly kind: 'turn'
  /** Its number on the live path, as `--turn` takes it; null on a branch. */
  readonly turn: number | null
  /** What the human typed; null where nobody did. */
  readonly prompt: string | null
  readonly line: number
  readonly uuid: string | null
  readonly startTime: string | null
  readonly durationMs: number | null
  /** Messages of the model, and calls of tools in them. */
  readonly steps: number
  readonly toolCalls: number
  readonly tokens: TokenUsage
}

export interface BranchNode extends BranchReport {
  readonly kind: 'branch'
  /** As `--branch` takes it. */
  readonly number: number
}

export interface AgentNode extends Omit<AgentReport, 'agents'> {
  readonly kind: 'agent'
}

export interface CompactionNode extends Compaction {
  readonly kind: 'compaction'
  readonly line: number
}

/** The session's tree with what is told of each node; sub-agents without a call at the end. */
export function* sessionTree(opened: OpenTranscript, told: ToldSession): Generator<TreeNode> {
  const branches = branchReports(told.session)
  const agentOf = (id: string): AgentReport | null => told.agentOf(id)?.figures ?? null
  for (const node of treeRows(opened.transcript, agentOf)) {
    const { depth } = node
    switch (node.kind) {
      case 'turn':
        yield { depth, ...turnNode(opened, node.turn) }
        break
      case 'branch-turn':
        yield { depth, ...branchTurnNode(opened, node) }
        break
      case 'branch':
        yield { depth, kind: 'branch', number: node.number, ...branches[node.number - 1] }
        break
      case 'agent':
        yield* agentNodes(node.agent, depth)
        break
      case 'compaction':
        yield* compactionNodes(opened, node.row, depth)
    }
  }
  for (const { figures } of told.unattached) yield* agentNodes(figures, 0)
}

function turnNode(opened: OpenTranscript, turn: Turn): TurnNode {
  return {
    kind: 'turn',
    turn: turn.index + 1,
    prompt: promptText(opened, turn.prompt),
    ...placeIn(opened, turn.rows[0]),
    ...span(turn.startTime, turn.endTime),
    steps: turn.messages.filter(({ synthetic, apiError }) => !synthetic && !apiError).length,
    toolCalls: turn.toolCalls.length,
    tokens: turn.usage,
  }
}

function branchTurnNode(opened: OpenTranscript, { rows, prompt }: BranchTurnRows): TurnNode {
  const { transcript } = opened
  const { columns, blocks } = transcript.scan
  const messages = messagesIn(transcript, rows)
  const times = rows.map((row) => columns.time[row]).filter((time) => !Number.isNaN(time))
  return {
    kind: 'turn',
    turn: null,
    prompt: promptText(opened, prompt),
    ...placeIn(opened, rows[0]),
    ...span(times[0] ?? null, times.at(-1) ?? null),
    steps: messages.length,
    toolCalls: messages
      .flatMap((message) => message.blocks)
      .filter((block) => blocks.kind[block] === BLOCK.toolUse).length,
    tokens: usageOfMessages(messages),
  }
}

function placeIn(opened: OpenTranscript, row: number): Pick<TurnNode, 'line' | 'uuid'> {
  return { line: lineOf(opened, row), uuid: uuidOf(opened.transcript.scan, row) }
}

function promptText({ transcript, source }: OpenTranscript, row: number): string | null {
  const prompt: Prompt | undefined = row < 0 ? undefined : readPrompts(transcript, source, [row]).get(row)
  if (prompt === undefined) return null
  return prompt.typed.trim() === '' ? `(${prompt.kind})` : prompt.typed
}

function span(start: number | null, end: number | null): Pick<TurnNode, 'startTime' | 'durationMs'> {
  return {
    startTime: isoTime(start),
    durationMs: start === null || end === null ? null : Math.max(0, end - start),
  }
}

/** None where the boundary is too large to be read, or is no boundary when it is. */
function* compactionNodes(opened: OpenTranscript, row: number, depth: number): Generator<TreeNode> {
  const entry = readRows(opened.transcript.scan, opened.source, [row]).get(row)
  if (entry?.kind !== 'system' || entry.detail.kind !== 'compact_boundary') return
  const { trigger, preTokens, postTokens } = entry.detail
  yield { depth, kind: 'compaction', line: placeIn(opened, row).line, trigger, preTokens, postTokens }
}

/** As deep as reports of agents go, which is bounded. */
function agentNodes({ agents, ...agent }: AgentReport, depth: number): TreeNode[] {
  return [{ depth, kind: 'agent', ...agent }, ...agents.flatMap((child) => agentNodes(child, depth + 1))]
}
