import type { Agent } from '@skein/transcript'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { agentReport, openAgents } from '../session/agents.ts'
import type { ToldAgent, ToldAgents, TurnReport } from './turn-report.ts'

/** The turns of a sub-agent, given its transcript and the agents that it started itself. */
export type TurnsOf = (opened: OpenTranscript, agents: ToldAgents) => Iterable<TurnReport>

/**
 * A session's sub-agents with everything that they did, one inside the other.
 *
 * Contract: an agent's turns are told once, where it was started, however often hostile files repeat its call; agents that
 * lie deeper than `MOST_DEEP` have their figures only.
 */
export function toldAgents(opened: OpenTranscript, turnsOf: TurnsOf): ToldAgents {
  const { tree, transcriptOf } = openAgents(opened)
  const given = new Set<Agent>()
  const told = (agent: Agent, depth: number): ToldAgent => {
    const report = agentReport(agent, opened)
    if (depth > MOST_DEEP || given.has(agent)) return report
    given.add(agent)
    const children = startedBy(agent.children, (child) => told(child, depth + 1))
    return { ...report, turns: turnsOf(transcriptOf(agent), { byToolUse: children, unattached: [] }) }
  }
  const own = startedBy(tree.agents, (agent) => told(agent, 1))
  return {
    byToolUse: (toolUseId) => {
      const agent = tree.byToolUse.get(toolUseId)
      // A call that another agent made stands in the conversation too: only figures, its turns are told over there.
      return own(toolUseId) ?? (agent === undefined ? null : agentReport(agent, opened))
    },
    unattached: tree.unattached.map((agent) => told(agent, 1)),
  }
}

/** Claude Code lets agents start agents a few levels deep. */
const MOST_DEEP = 8

function startedBy(
  agents: readonly Agent[],
  told: (agent: Agent) => ToldAgent,
): (toolUseId: string) => ToldAgent | null {
  const byCall = new Map(agents.map((agent) => [agent.toolUseId, agent]))
  return (toolUseId) => {
    const agent = byCall.get(toolUseId)
    return agent === undefined ? null : told(agent)
  }
}
