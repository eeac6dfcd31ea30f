import type { Agent } from '@skein/transcript'
import { KIND, readRows, textOf } from '@skein/transcript'
import type { AgentPlaces } from './agent-places.ts'
import { isAside } from './chain.ts'
import type { MessageOwners } from './message-owners.ts'
import { isGeneration } from './message-owners.ts'
import type { Strand } from './strand.ts'
import { Tables } from './strand.ts'

export interface SessionTables {
  readonly main: Tables
  readonly places: AgentPlaces
  readonly owners: MessageOwners
  /** Messages that begin in a row of an in-file agent. */
  readonly messagesOf: ReadonlyMap<Agent, readonly number[]>
}

/** A sub-agent's conversation: its whole file, or its rows of the main one. A file without times has the one of `since`. */
export function agentStrand(agent: Agent, tables: SessionTables, since: number): Strand {
  const { main, places, owners, messagesOf } = tables
  if (agent.transcript === null)
    return {
      tables: main,
      rows: agent.rows.toSorted((a, b) => a - b),
      messages: messagesOf.get(agent) ?? [],
      agent,
    }
  const own = new Tables(places.readableOf(agent), () => since)
  const { transcript } = own
  const { columns } = transcript.scan
  const rows = Int32Array.from({ length: transcript.rowCount }, (_, row) => row)
  const messages = transcript.messages.first
    .map((first) => columns.messageId[first])
    .filter((key) => isGeneration(transcript, key) && owners.owns(transcript, key))
  return { tables: own, rows: rows.filter((row) => transcript.graph.isNode(row)), messages, agent }
}

/** What the agent was asked: its first user row. */
export function agentPrompt({ tables, rows }: Strand): string | null {
  const { transcript, source } = tables
  const { kind } = transcript.scan.columns
  const first = Array.from(rows).find((row) => kind[row] === KIND.user)
  const entry = first === undefined ? undefined : readRows(transcript.scan, source, [first]).get(first)
  return entry?.kind === 'user' ? textOf(entry.content) : null
}

/** The messages of the main transcript, by the turn or the in-file agent that they begin in. */
export function sortMessages(main: Tables, homeOf: Int32Array, inFile: ReadonlyMap<number, Agent>) {
  const { transcript } = main
  const { columns } = transcript.scan
  const byHome = new Map<number, number[]>()
  const byAgent = new Map<Agent, number[]>()
  for (const first of transcript.messages.first) {
    const key = columns.messageId[first]
    if (!isGeneration(transcript, key)) continue
    // A row that another of its uuid replaced stands where that one does.
    const agent = isAside(transcript, first)
      ? (inFile.get(first) ?? inFile.get(transcript.graph.rowOf(columns.uuid[first])))
      : undefined
    if (agent === undefined) add(byHome, homeOf[first], key)
    else add(byAgent, agent, key)
  }
  return { byHome, byAgent }
}

function add<K>(lists: Map<K, number[]>, key: K, value: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
