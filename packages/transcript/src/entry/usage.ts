import { numberOf, objectOf, stringOf } from './narrow.ts'
import type { JsonObject } from './narrow.ts'

/**
 * The token counts of one API message. Every row of the message repeats them, or they grow towards its last row:
 * count them once per `message.id`, from the row with the largest output, across files too.
 */
export interface Usage {
  /** Input that was neither read from nor written to the cache. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  /**
   * Cache writes that live five minutes, the API's default: what is not said to live an hour counts here. The split
   * is absent before 1.0.98 and from some gateways, others write it as zeros beside a total that is not.
   */
  readonly cacheWrite5mTokens: number
  /** Cache writes that live an hour; priced higher. */
  readonly cacheWrite1hTokens: number
  /** The part of `outputTokens` that was thinking; null where the API did not say (seen since 2.1.232). */
  readonly thinkingTokens: number | null
  readonly webSearchRequests: number
  readonly webFetchRequests: number
  /** `standard`, `priority`, `batch`; null on the program's own rows. */
  readonly serviceTier: string | null
  /** `standard` or `fast`, seen since 2.1.41. */
  readonly speed: string | null
  /** As written: `iterations`, `inference_geo`, `fallback_credit` and what is still to come. */
  readonly value: JsonObject
}

export function readUsage(usage: unknown): Usage | null {
  const value = objectOf(usage)
  if (value === null) return null
  const split = objectOf(value.cache_creation)
  const cacheWrite1hTokens = count(split?.ephemeral_1h_input_tokens)
  const restOfWrites = count(value.cache_creation_input_tokens) - cacheWrite1hTokens
  const server = objectOf(value.server_tool_use)
  return {
    inputTokens: count(value.input_tokens),
    outputTokens: count(value.output_tokens),
    cacheReadTokens: count(value.cache_read_input_tokens),
    cacheWrite5mTokens: Math.max(count(split?.ephemeral_5m_input_tokens), restOfWrites),
    cacheWrite1hTokens,
    thinkingTokens: numberOf(objectOf(value.output_tokens_details)?.thinking_tokens),
    webSearchRequests: count(server?.web_search_requests),
    webFetchRequests: count(server?.web_fetch_requests),
    serviceTier: stringOf(value.service_tier),
    speed: stringOf(value.speed),
    value,
  }
}

/** Missing, negative or non-numeric counts are 0: one hostile row must not turn a total into NaN. */
function count(value: unknown): number {
  return Math.max(0, numberOf(value) ?? 0)
}
