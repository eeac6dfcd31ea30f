import { widened } from './growable.ts'

/**
 * What one line says by itself, one number per fact and row.
 *
 * Ids are the interner's (0 = absent). Nothing here depends on another line: links, messages,
 * turns and tips are computed from these columns. A row keeps its byte range, so whatever is not
 * a column is one read away.
 */
export class Columns {
  count = 0
  /** Byte offset of the row's first byte in the transcript. */
  offset = new Float64Array(CAPACITY)
  /** Bytes of the row without its line end. */
  length = new Float64Array(CAPACITY)
  /** Line number, from 1. Two rows share one where two objects stand on a line. */
  line = new Uint32Array(CAPACITY)
  kind = new Uint8Array(CAPACITY)
  flags = new Uint32Array(CAPACITY)
  /** `timestamp` in ms since the epoch, else `message.timestamp`; NaN when absent or not a date. */
  time = new Float64Array(CAPACITY)
  type = new Int32Array(CAPACITY)
  subtype = new Int32Array(CAPACITY)
  uuid = new Int32Array(CAPACITY)
  parent = new Int32Array(CAPACITY)
  logicalParent = new Int32Array(CAPACITY)
  sessionId = new Int32Array(CAPACITY)
  agentId = new Int32Array(CAPACITY)
  version = new Int32Array(CAPACITY)
  cwd = new Int32Array(CAPACITY)
  gitBranch = new Int32Array(CAPACITY)
  messageId = new Int32Array(CAPACITY)
  requestId = new Int32Array(CAPACITY)
  model = new Int32Array(CAPACITY)
  stopReason = new Int32Array(CAPACITY)
  /** `leafUuid` of last-prompt and summary rows; `messageId` of snapshot rows. */
  target = new Int32Array(CAPACITY)
  /** `toolUseID` / `sourceToolAssistantUUID` / `parentToolUseID`: what the row says it belongs to. */
  toolUseId = new Int32Array(CAPACITY)
  parentToolUseId = new Int32Array(CAPACITY)
  sourceAssistant = new Int32Array(CAPACITY)
  forkedFrom = new Int32Array(CAPACITY)
  /** `origin.kind`, else `promptSource`: who typed a user row, where the program says so. */
  promptSource = new Int32Array(CAPACITY)
  /** First block of the row in `Blocks`; the row's last is just before the next row's first. */
  firstBlock = new Int32Array(CAPACITY)
  /** Row of `UsageColumns`, or -1. */
  usage = new Int32Array(CAPACITY)
  /** Where `message` and `toolUseResult` stand, from the row's first byte; 0 in rows without and in oversized ones. */
  messageStart = new Int32Array(CAPACITY)
  messageEnd = new Int32Array(CAPACITY)
  resultStart = new Int32Array(CAPACITY)
  resultEnd = new Int32Array(CAPACITY)

  ensure(): void {
    if (this.count < this.offset.length) return
    const capacity = widened(this.offset.length, this.count)
    for (const name of FLOAT_COLUMNS) this[name] = copied(this[name], new Float64Array(capacity))
    // One buffer for all: allocating two dozen small arrays costs more than filling them.
    const cells = new ArrayBuffer(INT_COLUMNS.length * capacity * 4)
    INT_COLUMNS.forEach((name, i) => {
      this[name] = copied(this[name], new Int32Array(cells, i * capacity * 4, capacity))
    })
    this.kind = copied(this.kind, new Uint8Array(capacity))
    this.line = copied(this.line, new Uint32Array(capacity))
    this.flags = copied(this.flags, new Uint32Array(capacity))
  }
}

/** Content blocks of all rows, in row order. Ranges are relative to the row's offset. */
export class Blocks {
  count = 0
  /** The row the block stands in. */
  row = new Int32Array(CAPACITY)
  kind = new Uint8Array(CAPACITY)
  flags = new Uint8Array(CAPACITY)
  mark = new Uint8Array(CAPACITY)
  start = new Float64Array(CAPACITY)
  length = new Float64Array(CAPACITY)
  /** `id` of a tool_use, `tool_use_id` of a tool_result. */
  toolId = new Int32Array(CAPACITY)
  /** `name` of a tool_use; the type's name of a block of unknown type. */
  name = new Int32Array(CAPACITY)

  ensure(): void {
    if (this.count < this.start.length) return
    const capacity = widened(this.start.length, this.count)
    this.row = copied(this.row, new Int32Array(capacity))
    this.kind = copied(this.kind, new Uint8Array(capacity))
    this.flags = copied(this.flags, new Uint8Array(capacity))
    this.mark = copied(this.mark, new Uint8Array(capacity))
    this.start = copied(this.start, new Float64Array(capacity))
    this.length = copied(this.length, new Float64Array(capacity))
    this.toolId = copied(this.toolId, new Int32Array(capacity))
    this.name = copied(this.name, new Int32Array(capacity))
  }
}

/** Behind a tier: the message was not run outside the US (`inference_geo` is `us`). */
export const US_ONLY = '@us'

/** `message.usage` of the rows that have one: eight counters a row, see `USAGE`. */
export class UsageColumns {
  count = 0
  counters = new Float64Array(CAPACITY * USAGE_WIDTH)
  /** `service_tier`; `fast` where `speed` says so; with `US_ONLY` behind it where `inference_geo` does. All are priced apart. */
  serviceTier = new Int32Array(CAPACITY)

  ensure(): void {
    if (this.count < this.serviceTier.length) return
    const capacity = widened(this.serviceTier.length, this.count)
    this.counters = copied(this.counters, new Float64Array(capacity * USAGE_WIDTH))
    this.serviceTier = copied(this.serviceTier, new Int32Array(capacity))
  }
}

/** Offsets inside one row of `UsageColumns.counters`. */
export const USAGE = {
  input: 0,
  output: 1,
  cacheRead: 2,
  /** `cache_creation_input_tokens`, all classes together. */
  cacheWrite: 3,
  cacheWrite5m: 4,
  cacheWrite1h: 5,
  webSearches: 6,
  webFetches: 7,
} as const
export const USAGE_WIDTH = 8

/** What a row is, by `type` (by `message.role` only where `type` is missing). */
export const KIND = { other: 0, user: 1, assistant: 2, system: 3, attachment: 4, progress: 5 } as const

/**
 * Facts of one bit. `recovered` rows stand where the real program cannot read them; `trailed` rows
 * have something behind them on their line, which newer versions pass over and older ones choke on.
 */
export const FLAG = {
  sidechain: 1 << 0,
  meta: 1 << 1,
  compactSummary: 1 << 2,
  transcriptOnly: 1 << 3,
  apiError: 1 << 4,
  hasMessage: 1 << 5,
  contentString: 1 << 6,
  topContent: 1 << 7,
  toolUseResult: 1 << 8,
  toolUseResultString: 1 << 9,
  explicit: 1 << 10,
  recovered: 1 << 11,
  oversized: 1 << 12,
  noType: 1 << 13,
  syntheticUuid: 1 << 14,
  hasParentKey: 1 << 15,
  contentArray: 1 << 16,
  trailed: 1 << 17,
  /** The time is `message.timestamp`: people see it, the real program does not. */
  messageTime: 1 << 18,
} as const

export const BLOCK = {
  unknown: 0,
  text: 1,
  thinking: 2,
  redactedThinking: 3,
  toolUse: 4,
  toolResult: 5,
  image: 6,
  document: 7,
  serverToolUse: 8,
  serverToolResult: 9,
} as const

export const BLOCK_FLAG = { error: 1, hasSignature: 2, empty: 4 } as const

/** Small: most transcripts are, and a history has thousands of them. */
const CAPACITY = 64
const FLOAT_COLUMNS = ['offset', 'length', 'time'] as const
const INT_COLUMNS = [
  'type',
  'subtype',
  'uuid',
  'parent',
  'logicalParent',
  'sessionId',
  'agentId',
  'version',
  'cwd',
  'gitBranch',
  'messageId',
  'requestId',
  'model',
  'stopReason',
  'target',
  'toolUseId',
  'parentToolUseId',
  'sourceAssistant',
  'forkedFrom',
  'promptSource',
  'firstBlock',
  'usage',
  'messageStart',
  'messageEnd',
  'resultStart',
  'resultEnd',
] as const

function copied<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from)
  return to
}
