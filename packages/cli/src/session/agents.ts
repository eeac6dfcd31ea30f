import type { Agent, AgentFile, AgentTree, ByteSource, TokenUsage, Transcript } from '@skein/transcript'
import { BLOCK, joinAgents, messagesIn, usageOfMessages } from '@skein/transcript'
import { SkeinError } from '../errors.ts'
import { findAgentFiles } from '@skein/store'
import { maskedSource } from '@skein/view'
import { partTranscript } from '../file/branch-transcript.ts'
import { reopeningSource } from '../file/file-source.ts'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { openTranscript } from '../file/open-transcript.ts'
import { shownName } from '../file/shown-file.ts'

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

/** A session's sub-agents in their places, each to be read like a session of its own. */
export interface OpenAgents {
  readonly tree: AgentTree
  readonly sourceOf: (agent: Agent) => ByteSource
  /** Closing it closes nothing. */
  readonly transcriptOf: (agent: Agent) => OpenTranscript
}

/** A session's sub-agents that have a file. One that cannot be read is left out. */
export function agentFiles(opened: OpenTranscript): (AgentFile & OpenTranscript)[] {
  return findAgentFiles(opened.file).flatMap(({ agentId, file, meta }) => {
    const agent = readAgent(file, opened.hide)
    return agent === null ? [] : [{ agentId, meta, ...agent }]
  })
}

/** Finds, reads and joins a session's sub-agents. */
export function openAgents(opened: OpenTranscript): OpenAgents {
  const files = agentFiles(opened)
  const byTranscript = new Map<Transcript, OpenTranscript>(files.map((file) => [file.transcript, file]))
  const own = ({ transcript }: Agent): OpenTranscript =>
    transcript === null ? opened : (byTranscript.get(transcript) ?? opened)
  return {
    tree: joinAgents(opened, files),
    sourceOf: (agent) => own(agent).source,
    transcriptOf: (agent) =>
      agent.transcript === null ? partTranscript(opened, agent.rows) : { ...own(agent), hide: opened.hide },
  }
}

/** What a session's sub-agents did, in figures. */
export function readAgents(opened: OpenTranscript): SessionAgents {
  const { tree } = openAgents(opened)
  return {
    byToolUse: (toolUseId) => {
      const agent = tree.byToolUse.get(toolUseId)
      return agent === undefined ? null : agentReport(agent, opened)
    },
    unattached: tree.unattached.map((agent) => agentReport(agent, opened)),
  }
}

/** Its structure, and its bytes when they are asked for: a session can have more sub-agents than files may be open. */
function readAgent(file: string, hide: OpenTranscript['hide']): OpenTranscript | null {
  try {
    const agent = openTranscript(file)
    agent.close()
    const source = reopeningSource(file)
    return {
      ...agent,
      source: hide === undefined ? source : maskedSource(source, () => hide),
      close: () => {},
    }
  } catch (error) {
    if (error instanceof SkeinError) return null
    throw error
  }
}

/** Deeper nesting than any version allows is cut, so that hostile files cannot exhaust the stack. */
const DEPTH = 32

export function agentReport(agent: Agent, main: OpenTranscript, depth = DEPTH): AgentReport {
  const transcript = agent.transcript ?? main.transcript
  const { columns } = transcript.scan
  const rows = agent.transcript === null ? agent.rows : Array.from({ length: columns.count }, (_, row) => row)
  const messages = messagesIn(transcript, rows)
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
    toolCalls: messages
      .flatMap(({ blocks }) => blocks)
      .filter((block) => transcript.scan.blocks.kind[block] === BLOCK.toolUse).length,
    durationMs: first > last ? null : last - first,
    tokens: usageOfMessages(messages),
    agents: depth === 0 ? [] : agent.children.map((child) => agentReport(child, main, depth - 1)),
  }
}
