import { basename } from 'node:path'
import { FLAG, joinAgents, lineTo, type AgentTree, type Agent } from '@skein/transcript'
import { Draft, type EditKind } from '../draft/draft.ts'
import { EditError } from '../errors.ts'
import type { EditSession } from '../source/edit-session.ts'

export interface ForkOptions {
  /** The row it ends at: on the live path or on any branch. */
  readonly at: number
}

/**
 * A clone that ends at a row: what leads to it, and nothing of what came after or beside it.
 *
 * A message is one answer of the API, and its calls are asked together with their results: where the row is in the middle of
 * one, the rest of the message and the results of its calls come along.
 */
export function forkSession(session: EditSession, { at }: ForkOptions): Draft {
  return draftTo(session, at, 'fork')
}

/** A draft of what leads to a row. */
export function draftTo(session: EditSession, at: number, kind: EditKind): Draft {
  const draft = new Draft(session, kind)
  const { transcript } = session.main
  if (!transcript.graph.isNode(at) || at >= transcript.rowCount)
    throw new EditError('not-found', 'the entry is no part of the conversation', {
      remedy: 'name a prompt, an answer or a result; `skein show` tells them',
    })
  const rows = lineTo(transcript, at)
  const line = new Set(rows)
  keepLine(draft, line, rows[rows.length - 1])
  leaveOutAgents(draft, line)
  draft.tip = tipOf(draft, rows)
  return draft
}

/** Drops all rows of the conversation that are not on a line, and side rows that tell of what came behind its end. */
function keepLine({ main }: Draft, line: ReadonlySet<number>, end: number): void {
  const { graph, scan, rowCount } = main.from.transcript
  const { columns, ids } = scan
  for (let row = 0; row < rowCount; row++) {
    if (line.has(row)) continue
    const type = ids.text(columns.type[row])
    // A sub-agent of the oldest versions stands in the same file, in a tree of its own.
    const isInner = (columns.flags[row] & FLAG.sidechain) !== 0 && row < end
    if (graph.isNode(row) ? !isInner : !staysBeside(type, row < end)) main.drop(row)
    else if (type.startsWith('file-history') && isCutOff(main, line, row)) main.drop(row)
  }
}

/** Titles tell of the whole; where the conversation stood is told anew; the rest as far as it was written by then. */
function staysBeside(type: string, isBefore: boolean): boolean {
  if (type === 'last-prompt') return false
  return isBefore || LASTING.has(type)
}

const LASTING = new Set(['custom-title', 'ai-title', 'agent-name', 'agent-color', 'tag', 'summary'])

/** Backups for a prompt that is not there any more. Those for a prompt nobody knows stay. */
function isCutOff({ from }: Draft['main'], line: ReadonlySet<number>, row: number): boolean {
  const prompt = from.transcript.graph.rowOf(from.transcript.scan.columns.target[row])
  return prompt >= 0 && !line.has(prompt)
}

/** Sub-agents whose call is not on the line. */
export function leaveOutAgents(draft: Draft, line: ReadonlySet<number>): void {
  if (draft.agents.length === 0) return
  const { main } = draft.session
  const { scan, tools } = main.transcript
  const tree = joinAgents(
    main,
    draft.agents.map(({ from }) => ({
      ...from,
      agentId: basename(from.name, '.jsonl').slice('agent-'.length),
    })),
  )
  const kept = new Set<unknown>()
  for (const agent of tree.agents) {
    const uses = agent.toolUseId === null ? [] : tools.usesOf(scan.ids.find(agent.toolUseId))
    if (uses.some((use) => line.has(scan.blocks.row[use]))) keepAll(agent, kept)
  }
  // Whose call was not found may belong to anything that is kept.
  for (const agent of tree.unattached) keepAll(agent, kept)
  for (const agent of draft.agents) if (!kept.has(agent.from.transcript)) draft.leaveOut(agent)
}

function keepAll(agent: AgentTree['agents'][number], kept: Set<unknown>): void {
  const open: Agent[] = [agent]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    kept.add(next.transcript)
    open.push(...next.children)
  }
}

/** The last row of the line that nothing on the line goes on from. */
function tipOf({ main }: Draft, line: readonly number[]): string {
  const { graph, scan } = main.from.transcript
  const parents = new Set(line.map((row) => graph.before(row)))
  const leaf = line.findLast((row) => !parents.has(row)) ?? line[line.length - 1]
  return scan.ids.text(scan.columns.uuid[leaf])
}
