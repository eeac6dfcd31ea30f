import type { FeaturePlan } from './features.ts'
import type { Random } from './prng.ts'
import type { Usage } from './records.ts'
import type { AgentTruth } from './truth.ts'
import type { Writer } from './writer.ts'

/** A sub-agent's finished files. */
export interface AgentFiles {
  readonly id: string
  readonly place: 'flat' | 'subagents'
  readonly bytes: Uint8Array
  /** The side file's object; absent where the version wrote none. */
  readonly meta: object | undefined
}

/** What all conversations of one session (its own and its sub-agents') share. */
export interface SessionState {
  readonly project: string
  readonly agents: AgentTruth[]
  readonly files: AgentFiles[]
  readonly toolResults: { readonly name: string; readonly text: string }[]
  /** Requests go through a gateway: other ids, no request ids, empty signatures. */
  gateway: boolean
  readonly cacheClass: '5m' | '1h'
}

/** One conversation in the making: where it stands and what it may still do. */
export interface Conversation {
  readonly writer: Writer
  readonly random: Random
  readonly plan: FeaturePlan
  readonly state: SessionState
  /** Realistic length → wanted length. */
  readonly scale: (length: number) => number
  /** Whether lengths are realistic, and with them the counts of rows that carry no meaning. */
  readonly realistic: boolean
  readonly depth: number
  /** Prompts on the live path since the last compaction, oldest first: what a rewind can go back to. */
  prompts: { readonly uuid: string; readonly parent: string | null }[]
  /** Background agents that ended and have not been told to the model yet. */
  readonly notices: { readonly id: string; readonly toolUseId: string; readonly result: string }[]
  /** An answer thrown away in this turn. */
  abandoned?: { readonly at: string | null; readonly child: string } | undefined
  /** Tokens the model has in view. */
  context: number
  /** How much of it the cache held at the last request. */
  cached: number
}

/** Usage of the next request, and the cache as it stands after it. */
export function nextUsage(conversation: Conversation, output: number): Usage {
  const { random, state, writer } = conversation
  const written = Math.max(0, conversation.context - conversation.cached)
  // The oldest version writes no classes: nobody can tell its cache writes from the API's default, five minutes.
  const forAnHour = state.cacheClass === '1h' && writer.profile.usage !== 'plain'
  const usage = {
    input: random.int(3, 12),
    output,
    cacheRead: conversation.cached,
    cacheWrite5m: forAnHour ? 0 : written,
    cacheWrite1h: forAnHour ? written : 0,
  }
  conversation.cached = conversation.context
  conversation.context += output
  return usage
}
