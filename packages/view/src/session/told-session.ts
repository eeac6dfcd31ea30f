import type { Agent, AgentFile, TokenUsage } from '@skein/transcript'
import { joinAgents } from '@skein/transcript'
import { CLAUDE_PRICES } from '../prices/claude-prices.ts'
import { agentFigures } from './agent-figures.ts'
import { partTranscript } from './part-transcript.ts'
import { WholeSession } from './whole-session.ts'

/** A session with its sub-agents in their places. */
export interface ToldSession {
  readonly session: WholeSession
  /** The sub-agent that a call started. */
  readonly agentOf: (toolUseId: string) => ToldAgent | null
  /** Those whose call is not in the transcript. */
  readonly unattached: readonly ToldAgent[]
}

export interface ToldAgent {
  readonly figures: AgentReport
  /** What it did; null where only its figures are wanted, or it is told somewhere else. */
  readonly told: ToldSession | null
}

/** A sub-agent in figures, as JSON output has it. */
export interface AgentReport {
  readonly agentId: string | null
  readonly type: string | null
  readonly description: string | null
  readonly toolUseId: string | null
  /** Messages of the model, and calls of tools in them. */
  readonly steps: number
  readonly toolCalls: number
  readonly durationMs: number | null
  readonly tokens: TokenUsage
  /** The sub-agents that it started itself. */
  readonly agents: readonly AgentReport[]
}

/**
 * Puts a session's sub-agents to their calls; with `deep` each with everything that it did, one inside the other.
 *
 * Contract: an agent's turns are told once, where it was started, however often hostile files repeat its call; agents that
 * lie deeper than `MOST_DEEP` have their figures only.
 */
export function toldSession(session: WholeSession, files: readonly AgentFile[], deep = false): ToldSession {
  const { opened } = session
  const tree = joinAgents(opened, files)
  const sources = new Map(files.map(({ transcript, source }) => [transcript, source]))
  const given = new Set<Agent>()
  const figuresOnly = (agent: Agent): ToldAgent => ({ figures: agentReport(session, agent), told: null })
  const told = (agent: Agent, depth: number): ToldAgent => {
    if (!deep || depth > MOST_DEEP || given.has(agent)) return figuresOnly(agent)
    given.add(agent)
    const { transcript } = agent
    const source = transcript === null ? undefined : sources.get(transcript)
    const own =
      transcript === null || source === undefined
        ? partTranscript(opened, agent.rows)
        : { transcript, source, hide: opened.hide }
    const agentOf = startedBy(agent.children, (child) => told(child, depth + 1))
    return { ...figuresOnly(agent), told: { session: new WholeSession(own), agentOf, unattached: [] } }
  }
  const own = startedBy(tree.agents, (agent) => told(agent, 1))
  return {
    session,
    agentOf: (toolUseId) => {
      const agent = tree.byToolUse.get(toolUseId)
      // A call that another agent made stands in the conversation too: only figures, its turns are told over there.
      return own(toolUseId) ?? (agent === undefined ? null : figuresOnly(agent))
    },
    unattached: tree.unattached.map((agent) => told(agent, 1)),
  }
}

/** Claude Code lets agents start agents a few levels deep. */
const MOST_DEEP = 8

function startedBy(agents: readonly Agent[], told: (agent: Agent) => ToldAgent): ToldSession['agentOf'] {
  const byCall = new Map(agents.map((agent) => [agent.toolUseId, agent]))
  return (toolUseId) => {
    const agent = byCall.get(toolUseId)
    return agent === undefined ? null : told(agent)
  }
}

/** Deeper nesting than any version allows is cut, so that hostile files cannot exhaust the stack. */
const DEPTH = 32

function agentReport(session: WholeSession, agent: Agent, depth = DEPTH): AgentReport {
  const { transcript } = session.opened
  const shown = (text: string | null): string | null => (text === null ? null : session.reading.shown(text))
  const { steps, toolCalls, startTime, endTime, tokens } =
    agent.transcript === null
      ? agentFigures(transcript, CLAUDE_PRICES, agent.rows)
      : agentFigures(agent.transcript, CLAUDE_PRICES)
  return {
    agentId: agent.agentId,
    type: shown(agent.type),
    description: shown(agent.description),
    toolUseId: agent.toolUseId,
    steps,
    toolCalls,
    durationMs: startTime === null || endTime === null ? null : endTime - startTime,
    tokens,
    agents: depth === 0 ? [] : agent.children.map((child) => agentReport(session, child, depth - 1)),
  }
}
