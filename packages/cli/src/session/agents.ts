import type { Agent, AgentTree, ByteSource, TokenUsage } from '@skein/transcript'
import { addUsage, BLOCK, joinAgents, KIND, messageOf, NO_USAGE } from '@skein/transcript'
import { SkeinError } from '../errors.ts'
import { findAgentFiles } from '@skein/store'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { shownName } from '../file/shown-file.ts'
import { openTranscript } from '../file/open-transcript.ts'
import { maskedSource } from './mask.ts'

/** A sub-agent as JSON output tells of it. */
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

export interface SessionAgents {
  /** The sub-agent that a call started. */
  readonly byToolUse: (toolUseId: string) => AgentReport | null
  /** Those whose call is not in the transcript. */
  readonly unattached: readonly AgentReport[]
}

/** A session's sub-agents, open: `sourceOf` has the bytes of one's own file. */
export interface OpenAgents {
  readonly tree: AgentTree
  readonly sourceOf: (agent: Agent) => ByteSource
  readonly close: () => void
}

/** Finds, opens and joins a session's sub-agents. A file that cannot be read is left out. */
export function openAgents(opened: OpenTranscript): OpenAgents {
  const files = findAgentFiles(opened.file).flatMap(({ agentId, file, meta }) => {
    const agent = openAgent(file)
    return agent === null ? [] : [{ agentId, meta, agent }]
  })
  const readable = files.map(({ agentId, meta, agent }) => ({
    agentId,
    meta,
    transcript: agent.transcript,
    source: opened.hide === undefined ? agent.source : maskedSource(agent.source, opened.hide),
  }))
  const sources = new Map(readable.map(({ transcript, source }) => [transcript, source]))
  return {
    tree: joinAgents(opened, readable),
    sourceOf: ({ transcript }) =>
      transcript === null ? opened.source : (sources.get(transcript) ?? opened.source),
    close: () => {
      for (const { agent } of files) agent.close()
    },
  }
}

/** What a session's sub-agents did, in figures. */
export function readAgents(opened: OpenTranscript): SessionAgents {
  const { tree, close } = openAgents(opened)
  close()
  return {
    byToolUse: (toolUseId) => {
      const agent = tree.byToolUse.get(toolUseId)
      return agent === undefined ? null : agentReport(agent, opened)
    },
    unattached: tree.unattached.map((agent) => agentReport(agent, opened)),
  }
}

function openAgent(file: string): OpenTranscript | null {
  try {
    return openTranscript(file)
  } catch (error) {
    if (error instanceof SkeinError) return null
    throw error
  }
}

/** Deeper nesting than any version allows is cut, so that hostile files cannot exhaust the stack. */
const DEPTH = 32

function agentReport(agent: Agent, main: OpenTranscript, depth = DEPTH): AgentReport {
  const transcript = agent.transcript ?? main.transcript
  const { columns } = transcript.scan
  const rows = agent.transcript === null ? agent.rows : Array.from({ length: columns.count }, (_, row) => row)
  const keys = new Set(
    rows
      .filter((row) => columns.kind[row] === KIND.assistant && transcript.messages.isReal(row))
      .map((row) => columns.messageId[row]),
  )
  const messages = Array.from(keys, (key) => messageOf(transcript, key))
  let [first, last] = [Infinity, -Infinity]
  for (const row of rows) {
    first = Math.min(first, columns.time[row] || first)
    last = Math.max(last, columns.time[row] || last)
  }
  return {
    agentId: agent.agentId,
    type: agent.type === null ? null : shownName(main, agent.type),
    description: agent.description === null ? null : shownName(main, agent.description),
    toolUseId: agent.toolUseId,
    steps: messages.length,
    toolCalls: messages.reduce(
      (sum, { blocks }) =>
        sum + blocks.filter((block) => transcript.scan.blocks.kind[block] === BLOCK.toolUse).length,
      0,
    ),
    durationMs: first > last ? null : last - first,
    tokens: messages.reduce((sum, { usage }) => (usage === null ? sum : addUsage(sum, usage)), NO_USAGE),
    agents: depth === 0 ? [] : agent.children.map((child) => agentReport(child, main, depth - 1)),
  }
}
