import type {
  Agent,
  AgentTree,
  ByteSource,
  Readable,
  ReadToolCall,
  ToolCall,
  Transcript,
} from '@skein/transcript'
import { readToolCalls, toolCalls, turns } from '@skein/transcript'
import { isoTime } from '../iso-time.ts'

/** When and by whom something was done. */
export interface Made {
  /** Null where the turn is not known. */
  readonly turn: number | null
  readonly agentId: string | null
  readonly time: string | null
}

/** A session's sub-agents in their places, and where their bodies come from. */
export interface JoinedAgents {
  readonly tree: AgentTree
  readonly sourceOf: (agent: Agent) => ByteSource
}

/** A call of the conversation or of one of its sub-agents, and where it can be read. */
export interface SessionCall {
  readonly call: ToolCall
  readonly transcript: Transcript
  readonly source: ByteSource
  readonly made: Made
}

/** The calls of the live path and of the sub-agents that it started, in the order in which they ended. */
export function sessionCalls({ transcript, source }: Readable, agents: JoinedAgents): SessionCall[] {
  const found: SessionCall[] = []
  const turnOf = new Map<string, number>()
  for (const turn of turns(transcript))
    for (const call of turn.toolCalls) {
      turnOf.set(call.id, turn.index + 1)
      found.push({ call, transcript, source, made: made(call, turn.index + 1, null) })
    }
  const { tree } = agents
  const open: { agent: Agent; turn: number | null }[] = [...tree.agents, ...tree.unattached].map((agent) => ({
    agent,
    turn: turnOf.get(agent.toolUseId ?? '') ?? null,
  }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { agent, turn } = next
    for (const child of agent.children) open.push({ agent: child, turn })
    // A call of a branch: what it did was left behind with it.
    if (turn === null && agent.toolUseId !== null) continue
    const own = agent.transcript ?? transcript
    const rows = agent.transcript === null ? new Set(agent.rows) : null
    for (const call of toolCalls(own))
      if (rows === null || rows.has(call.row))
        found.push({
          call,
          transcript: own,
          source: agents.sourceOf(agent),
          made: made(call, turn, agent.agentId),
        })
  }
  return found.toSorted((a, b) => (a.call.endTime ?? 0) - (b.call.endTime ?? 0))
}

function made(call: ToolCall, turn: number | null, agentId: string | null): Made {
  return { turn, agentId, time: isoTime(call.endTime ?? call.startTime) }
}

/** Reads calls one by one, a few at a time in memory; `inputs` leaves out what came back. */
export function* readCalls(
  calls: readonly SessionCall[],
  what: 'inputs' | 'all',
): Generator<readonly [SessionCall, ReadToolCall]> {
  for (let from = 0; from < calls.length; from += BATCH) {
    const batch = calls.slice(from, from + BATCH)
    const read = new Map<SessionCall, ReadToolCall>()
    for (const transcript of new Set(batch.map((one) => one.transcript))) {
      const own = batch.filter((one) => one.transcript === transcript)
      const asked = own.map(({ call }) => (what === 'all' ? call : { ...call, resultRow: -1 }))
      for (const [i, one] of readToolCalls(transcript, own[0].source, asked).entries()) read.set(own[i], one)
    }
    for (const one of batch) {
      const call = read.get(one)
      if (call !== undefined) yield [one, call]
    }
  }
}

/** A call of a file tool can hold a file of megabytes, twice. */
const BATCH = 8
