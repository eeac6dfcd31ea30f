import { readChainRow } from './envelope.ts'
import type { ChainRow, Place } from './envelope.ts'
import { numberOf, objectOf, stringOf } from './narrow.ts'
import type { JsonObject } from './narrow.ts'

/**
 * A running tool reports (2.1.12–2.1.76; newer versions keep progress out of the file). A chain row: the next row
 * hangs on it, so a reader that leaves it out loses what came before.
 *
 * Two joins: `parentToolUseId` is the tool_use the progress belongs to. `toolUseId` is the reporter's own id
 * (`bash-progress-3`, `agent_msg_…`, a hook run's), or the tool_use again.
 */
export interface ProgressEntry extends ChainRow {
  readonly kind: 'progress'
  readonly toolUseId: string | null
  readonly parentToolUseId: string | null
  readonly progress: Progress
}

export type Progress =
  | BashProgress
  | AgentProgress
  | HookProgress
  | McpProgress
  | QueryUpdate
  | SearchResultsReceived
  | WaitingForTask
  | OtherProgress

/** Output of a shell command so far, about once a second (2.1.12–2.1.63). */
export interface BashProgress {
  readonly kind: 'bash_progress'
  /** The last lines. */
  readonly output: string | null
  readonly fullOutput: string | null
  readonly elapsedSeconds: number | null
  readonly totalLines: number | null
  readonly totalBytes: number | null
  readonly timeoutMs: number | null
  readonly taskId: string | null
}

/** A message of a sub-agent, copied into its parent's file (2.1.20–2.1.59); the agent's own file has it too. */
export interface AgentProgress {
  readonly kind: 'agent_progress'
  readonly agentId: string | null
  readonly prompt: string | null
  /** A row in itself (`type`, `uuid`, `timestamp`, `message`), but not one of this chain. */
  readonly message: JsonObject | null
}

/** A hook has started (2.1.12–2.1.76). Hooks of a session start stand before the first prompt. */
export interface HookProgress {
  readonly kind: 'hook_progress'
  readonly hookEvent: string | null
  readonly hookName: string | null
  readonly command: string | null
}

/** An MCP call: `started`, `completed` or `failed` (2.1.12–2.1.20). */
export interface McpProgress {
  readonly kind: 'mcp_progress'
  readonly status: string | null
  readonly serverName: string | null
  readonly toolName: string | null
  readonly elapsedMs: number | null
}

/** WebSearch sent a query (seen in 2.1.17). */
export interface QueryUpdate {
  readonly kind: 'query_update'
  readonly query: string | null
}

/** WebSearch got results (seen in 2.1.17). */
export interface SearchResultsReceived {
  readonly kind: 'search_results_received'
  readonly query: string | null
  readonly resultCount: number | null
}

/** TaskOutput waits for a background task (seen in 2.1.25). */
export interface WaitingForTask {
  readonly kind: 'waiting_for_task'
  readonly taskDescription: string | null
  readonly taskType: string | null
}

export interface OtherProgress {
  readonly kind: 'other'
  readonly type: string | null
}

export function readProgress(type: string | null, value: JsonObject, place: Place): ProgressEntry {
  return {
    kind: 'progress',
    ...readChainRow(type, value, place),
    toolUseId: stringOf(value.toolUseID),
    parentToolUseId: stringOf(value.parentToolUseID),
    progress: readData(objectOf(value.data)),
  }
}

function readData(data: JsonObject | null): Progress {
  const kind = data?.type
  if (data === null || typeof kind !== 'string') return { kind: 'other', type: null }
  switch (kind) {
    case 'bash_progress':
      return {
        kind,
        output: stringOf(data.output),
        fullOutput: stringOf(data.fullOutput),
        elapsedSeconds: numberOf(data.elapsedTimeSeconds),
        totalLines: numberOf(data.totalLines),
        totalBytes: numberOf(data.totalBytes),
        timeoutMs: numberOf(data.timeoutMs),
        taskId: stringOf(data.taskId),
      }
    case 'agent_progress':
      return {
        kind,
        agentId: stringOf(data.agentId),
        prompt: stringOf(data.prompt),
        message: objectOf(data.message),
      }
    case 'hook_progress':
      return {
        kind,
        hookEvent: stringOf(data.hookEvent),
        hookName: stringOf(data.hookName),
        command: stringOf(data.command),
      }
    case 'mcp_progress':
      return {
        kind,
        status: stringOf(data.status),
        serverName: stringOf(data.serverName),
        toolName: stringOf(data.toolName),
        elapsedMs: numberOf(data.elapsedTimeMs),
      }
    case 'query_update':
      return { kind, query: stringOf(data.query) }
    case 'search_results_received':
      return { kind, query: stringOf(data.query), resultCount: numberOf(data.resultCount) }
    case 'waiting_for_task':
      return { kind, taskDescription: stringOf(data.taskDescription), taskType: stringOf(data.taskType) }
    default:
      return { kind: 'other', type: kind }
  }
}
