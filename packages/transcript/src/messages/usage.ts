import { FLAG, USAGE, USAGE_WIDTH } from '../scan/columns.ts'
import type { Transcript } from '../transcript.ts'

/** Token counts that can be added up. Cache writes are apart by how long they live: they are priced apart. */
export interface TokenUsage {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly webSearches: number
  readonly webFetches: number
}

export interface UsageTotals {
  readonly total: TokenUsage
  /** By `message.model`; `''` where the message named none. */
  readonly byModel: ReadonlyMap<string, TokenUsage>
  /** How many API messages were counted. */
  readonly messages: number
}

/**
 * What the API messages of some transcripts used.
 *
 * Contract: each message counts once, with the usage of its largest row, however many rows repeat it
 * and however many transcripts do (forks copy rows). A message without an id is known by the uuid
 * of its first row, which copies keep. The program's own rows and API failures never count.
 */
export function sumUsage(transcripts: Iterable<Transcript>): UsageTotals {
  const largest = new Map<string, MessageUsage>()
  for (const transcript of transcripts) {
    for (const first of transcript.messages.first) {
      const messageId = transcript.scan.columns.messageId[first]
      const usage = usageOf(transcript, messageId)
      if (usage === null) continue
      const key = keyOf(transcript, messageId, first)
      const known = largest.get(key)
      if (known === undefined || usage.tokens.output > known.tokens.output) largest.set(key, usage)
    }
  }
  const byModel = new Map<string, TokenUsage>()
  for (const { model, tokens } of largest.values())
    byModel.set(model, addUsage(byModel.get(model) ?? NO_USAGE, tokens))
  const total = [...byModel.values()].reduce(addUsage, NO_USAGE)
  return { total, byModel, messages: largest.size }
}

export const NO_USAGE: TokenUsage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  webSearches: 0,
  webFetches: 0,
}

export interface MessageUsage {
  readonly tokens: TokenUsage
  /** The row that said it. */
  readonly row: number
  readonly model: string
}

/** The usage of one message, null where no model's row tells of any. */
export function usageOf(transcript: Transcript, messageId: number): MessageUsage | null {
  const row = transcript.messages.usageRow(messageId)
  if (row < 0) return null
  const { columns, ids } = transcript.scan
  return { tokens: usageAt(transcript, row), row, model: ids.text(columns.model[row]) }
}

/** What some messages used, each counted as often as it is given. */
export function usageOfMessages(messages: Iterable<{ readonly usage: TokenUsage | null }>): TokenUsage {
  // A turn has thousands of them: one sum, not one a message.
  const sum = { ...NO_USAGE }
  for (const { usage } of messages) {
    if (usage === null) continue
    sum.input += usage.input
    sum.output += usage.output
    sum.cacheRead += usage.cacheRead
    sum.cacheWrite5m += usage.cacheWrite5m
    sum.cacheWrite1h += usage.cacheWrite1h
    sum.webSearches += usage.webSearches
    sum.webFetches += usage.webFetches
  }
  return sum
}

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite5m: a.cacheWrite5m + b.cacheWrite5m,
    cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
    webSearches: a.webSearches + b.webSearches,
    webFetches: a.webFetches + b.webFetches,
  }
}

function usageAt({ scan }: Transcript, row: number): TokenUsage {
  return tokensAt(scan.usage.counters, scan.columns.usage[row] * USAGE_WIDTH)
}

/** The counts of one row of counters (`USAGE`), which begins at `at`. */
function tokensAt(counters: Float64Array, at: number): TokenUsage {
  writeTokens(counters, at, scratch, 0)
  return {
    input: scratch[0],
    output: scratch[1],
    cacheRead: scratch[2],
    cacheWrite5m: scratch[3],
    cacheWrite1h: scratch[4],
    webSearches: scratch[5],
    webFetches: scratch[6],
  }
}

/** `tokensAt` for very many: writes the numbers of a `TokenUsage`, in its order, to `tokens` from `to` on. */
export function writeTokens(counters: Float64Array, at: number, tokens: Float64Array, to: number): void {
  const cacheWrite1h = finite(counters[at + USAGE.cacheWrite1h])
  const cacheWrite5m = finite(counters[at + USAGE.cacheWrite5m])
  // Writes that are not said to live an hour live five minutes, the API's default.
  const otherWrites = finite(counters[at + USAGE.cacheWrite]) - cacheWrite1h
  tokens[to] = finite(counters[at + USAGE.input])
  tokens[to + 1] = finite(counters[at + USAGE.output])
  tokens[to + 2] = finite(counters[at + USAGE.cacheRead])
  tokens[to + 3] = cacheWrite5m > otherWrites ? cacheWrite5m : otherWrites
  tokens[to + 4] = cacheWrite1h
  tokens[to + 5] = finite(counters[at + USAGE.webSearches])
  tokens[to + 6] = finite(counters[at + USAGE.webFetches])
}

/** How many numbers a `TokenUsage` has. */
export const TOKEN_KINDS = 7

const scratch = new Float64Array(TOKEN_KINDS)

/** `1e999` is valid JSON: one hostile row must not turn a total into Infinity. */
function finite(count: number): number {
  return count < Infinity ? count : 0
}

function keyOf({ scan, messages }: Transcript, messageId: number, first: number): string {
  const { columns, ids } = scan
  if (messages.isNamed(messageId)) return `id:${ids.text(messageId)}`
  // A made-up uuid says nothing outside its file; the byte range keeps two of them apart.
  const isOwn = (columns.flags[first] & FLAG.syntheticUuid) === 0
  return isOwn
    ? `uuid:${ids.text(columns.uuid[first])}`
    : `row:${ids.text(columns.sessionId[first])}:${columns.offset[first]}`
}
