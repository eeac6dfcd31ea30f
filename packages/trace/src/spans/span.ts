import type { TokenUsage, TurnPlace } from '@skein/transcript'

/**
 * One thing that happened in a turn, with its place, its time and what it says: before any dialect, before redaction.
 *
 * Contract: ids and times follow from the rows alone, so that the same rows give the same spans on every machine and in
 * every run. Texts are as the transcript has them, images replaced by references; `scrub` comes before anything else sees them.
 */
export type Span = AgentSpan | GenerationSpan | ToolSpan | CompactionSpan

interface Place {
  readonly trace: TraceFacts
  readonly spanId: string
  /** Null for the root. */
  readonly parentId: string | null
  /** The sub-agent in whose transcript it stands, of a sub-agent's span its own; null for the main conversation. */
  readonly agentId: string | null
  /** Milliseconds since the epoch. */
  readonly start: number
  readonly end: number
  /** A row that it begins or ends with has no time of its own. */
  readonly estimated: boolean
  /** Nothing says when it ended. */
  readonly incomplete: boolean
  readonly error: SpanError | null
}

/** What every span of a turn has in common. */
export interface TraceFacts {
  readonly traceId: string
  /** The session in which the prompt was first written, not the one that holds a copy. */
  readonly session: string
  /** What the turn is called when its spans are made; for people, no id depends on it. */
  readonly place: TurnPlace | null
  /** The last text a model wrote in the turn, null where there is none. */
  readonly output: string | null
  /** What was asked; null where the turn has no prompt. */
  readonly prompt: string | null
  readonly project: string | null
  readonly gitBranch: string | null
  /** The version of Claude Code that wrote the prompt. */
  readonly version: string | null
}

export interface SpanError {
  /** A stable word: `tool_error`, `denied`, `interrupted`, `api_error`, `orphaned`. */
  readonly type: string
  readonly message: string
}

/** The turn itself (`agentId` null), or a sub-agent; the root is one where its session is gone. */
export interface AgentSpan extends Place {
  readonly kind: 'agent'
  readonly type: string | null
  readonly description: string | null
  readonly input: string | null
  readonly output: string | null
}

/** One API message. */
export interface GenerationSpan extends Place {
  readonly kind: 'generation'
  /** `message.id`; null where the file has none. */
  readonly messageId: string | null
  readonly model: string | null
  readonly finishReason: string | null
  /** The prompt, for the first generation of a turn or a sub-agent; else null. */
  readonly input: string | null
  readonly output: string | null
  /** Null unless thinking is asked for. */
  readonly thinking: string | null
  /** How many tools it called. */
  readonly toolCount: number
  /** Null where the file tells of none. */
  readonly usage: TokenUsage | null
  readonly serviceTier: string | null
  /** Null where the model has no price, or there is no usage. */
  readonly cost: SpanCost | null
}

/** Whole nano-dollars, by what they were paid for; they add up to the total. */
export interface SpanCost {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly webSearches: number
  readonly total: number
}

export interface ToolSpan extends Place {
  readonly kind: 'tool'
  readonly name: string
  readonly callId: string
  readonly arguments: unknown
  /** What the model saw: a text, or blocks; null without an answer. */
  readonly result: unknown
}

/** Where the conversation was compacted: a moment. */
export interface CompactionSpan extends Place {
  readonly kind: 'compaction'
  readonly trigger: string | null
  readonly tokensBefore: number | null
  readonly tokensAfter: number | null
}
