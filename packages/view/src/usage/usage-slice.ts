import type { TokenUsage } from '@skein/transcript'

/**
 * Usage already summed over messages that are alike in everything a report can tell apart, so that whoever holds the
 * messages (an index, ClickHouse) does the heavy grouping.
 */
export interface UsageSlice {
  /**
   * Times of its first and its last message, in ms since the epoch, NaN where they have none. Both lie in one quarter
   * hour of UTC: every time zone's days begin on one.
   */
  readonly first: number
  readonly last: number
  /** As the transcript has it; empty where it names none. */
  readonly model: string
  /** `service_tier`; `fast` for fast mode; with `US_ONLY` behind it where inference was kept in the US. */
  readonly tier: string
  readonly project: string
  readonly session: string
  /** Used by a sub-agent, not by the main conversation. */
  readonly subagent: boolean
  /** The tool the messages call (`shareByTool`), `NO_TOOL` for none; any one value where a report is not by tool. */
  readonly tool: string
  /** A message that is shared out among tools counts in one of its shares, so that messages add up. */
  readonly messages: number
  /** The prompts are long ones (`longPromptOver`), which may be priced apart. */
  readonly longContext: boolean
  readonly tokens: TokenUsage
}
