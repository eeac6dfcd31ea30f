import { readContent } from '../../entry/content-block.ts'
import type { Content } from '../../entry/content-block.ts'
import { numberOf, objectOf, stringOf } from '../../entry/narrow.ts'
import type { JsonObject } from '../../entry/narrow.ts'
import { readUsage } from '../../entry/usage.ts'
import type { Usage } from '../../entry/usage.ts'

/**
 * A sub-agent: tool `Task`, called `Agent` in newer versions (seen since 2.1.101). `agentId` (since 2.0.28) names its transcript
 * `agent-<id>.jsonl`.
 *
 * With `launch: "async"` (the default of newer versions) this says only that the agent has started; its answer comes
 * later, as a `<task-notification>` prompt or a `queued_command` attachment.
 */
export interface AgentResult {
  readonly tool: 'Agent'
  readonly launch: 'sync' | 'async'
  /** `completed`, `async_launched`, …; absent before 2.0.46. */
  readonly status: string | null
  readonly agentId: string | null
  readonly agentType: string | null
  readonly description: string | null
  readonly prompt: string | null
  readonly model: string | null
  /** What the agent answered; `absent` for an async launch. */
  readonly answer: Content
  readonly totalDurationMs: number | null
  readonly totalTokens: number | null
  readonly totalToolUseCount: number | null
  /** Of the agent's last message, not of its whole run: never add it to a total. */
  readonly lastUsage: Usage | null
  /** Where an async agent's output grows. */
  readonly outputFile: string | null
  readonly worktreePath: string | null
  readonly value: JsonObject
}

/** A skill or a slash command was loaded: `SlashCommand` (2.0.67), `Skill` (since 2.0.67). */
export interface SkillResult {
  readonly tool: 'Skill'
  readonly commandName: string
  readonly success: boolean
}

export function readAgent(value: JsonObject): AgentResult | null {
  const { agentId, status, content } = value
  if (typeof agentId !== 'string' && content === undefined) return null
  return {
    tool: 'Agent',
    launch: value.isAsync === true || status === 'async_launched' ? 'async' : 'sync',
    status: stringOf(status),
    agentId: stringOf(agentId),
    agentType: stringOf(value.agentType),
    description: stringOf(value.description),
    prompt: stringOf(value.prompt),
    model: stringOf(value.resolvedModel),
    answer: readContent(content),
    totalDurationMs: numberOf(value.totalDurationMs),
    totalTokens: numberOf(value.totalTokens),
    totalToolUseCount: numberOf(value.totalToolUseCount),
    lastUsage: readUsage(objectOf(value.usage)),
    outputFile: stringOf(value.outputFile),
    worktreePath: stringOf(value.worktreePath),
    value,
  }
}

export function readSkill(value: JsonObject): SkillResult | null {
  if (typeof value.commandName !== 'string') return null
  return { tool: 'Skill', commandName: value.commandName, success: value.success === true }
}
