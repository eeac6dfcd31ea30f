import { USAGE } from '../scan/columns.ts'

/** How a usage scan treats the value of a key; `counter + n` is counter `n` of `USAGE`. */
export const TAKE = {
  /** Checked to be JSON, and passed over. */
  skip: 0,
  type: 1,
  time: 2,
  session: 3,
  sidechain: 4,
  apiError: 5,
  /** An object of its own list of keys; anything else says nothing. */
  object: 6,
  id: 7,
  model: 8,
  tier: 9,
  forkedFrom: 10,
  /** Fast mode stands in the place of the tier: rare, so it is left to the exact reader. */
  speed: 11,
  /** Inference in the US only is part of the tier's name. */
  geo: 12,
  counter: 16,
} as const

export interface UsageKey {
  readonly name: string
  readonly take: number
  /** The keys of the object inside, as an index into `USAGE_OBJECTS`. */
  readonly inside: number
}

const MESSAGE = 1
const COUNTERS = 2
const CACHE_CREATION = 3
const SERVER_TOOLS = 4
const FORK = 5

/**
 * The keys that a usage scan knows, by the object they stand in; the first is the entry itself.
 *
 * Those it skips by name hold another value on every row; other strings mostly repeat the row before.
 */
export const USAGE_OBJECTS: readonly (readonly UsageKey[])[] = [
  [
    key('parentUuid', TAKE.skip),
    key('uuid', TAKE.skip),
    key('requestId', TAKE.skip),
    key('type', TAKE.type),
    key('timestamp', TAKE.time),
    key('sessionId', TAKE.session),
    key('isSidechain', TAKE.sidechain),
    key('isApiErrorMessage', TAKE.apiError),
    key('forkedFrom', TAKE.object, FORK),
    key('message', TAKE.object, MESSAGE),
  ],
  [
    key('id', TAKE.id),
    key('model', TAKE.model),
    key('usage', TAKE.object, COUNTERS),
    key('stop_reason', TAKE.skip),
    key('stop_sequence', TAKE.skip),
  ],
  [
    key('input_tokens', TAKE.counter + USAGE.input),
    key('output_tokens', TAKE.counter + USAGE.output),
    key('cache_read_input_tokens', TAKE.counter + USAGE.cacheRead),
    key('cache_creation_input_tokens', TAKE.counter + USAGE.cacheWrite),
    key('cache_creation', TAKE.object, CACHE_CREATION),
    key('server_tool_use', TAKE.object, SERVER_TOOLS),
    key('service_tier', TAKE.tier),
    key('speed', TAKE.speed),
    key('inference_geo', TAKE.geo),
  ],
  [
    key('ephemeral_5m_input_tokens', TAKE.counter + USAGE.cacheWrite5m),
    key('ephemeral_1h_input_tokens', TAKE.counter + USAGE.cacheWrite1h),
  ],
  [
    key('web_search_requests', TAKE.counter + USAGE.webSearches),
    key('web_fetch_requests', TAKE.counter + USAGE.webFetches),
  ],
  [key('sessionId', TAKE.forkedFrom), key('messageUuid', TAKE.skip)],
]

/** The index of `message.usage` in `USAGE_OBJECTS`: a row without that object is not counted. */
export const USAGE_OBJECT = COUNTERS

function key(name: string, take: number, inside = 0): UsageKey {
  return { name, take, inside }
}
