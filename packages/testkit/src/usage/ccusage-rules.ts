import { basename } from 'node:path'
import { count, fields, type Tokens, type UsageLine } from './usage-line.ts'

/** Why ccusage passes over a line that Skein counts. */
export type Refusal = 'spaced' | 'null' | 'time' | 'odd'

/** A line that ccusage counts. */
export interface CcusageEntry {
  readonly line: UsageLine
  readonly time: number
  readonly tokens: Tokens
  readonly session: string
}

export interface CcusageReading {
  readonly entries: readonly CcusageEntry[]
  readonly refused: ReadonlyMap<UsageLine, Refusal>
}

/**
 * What ccusage 20.0.24 counts, as its program does it (read from its source, and held equal to what it
 * prints): a row is known by message id, request id and session; without a request id by its millisecond, too.
 */
export function ccusageReading(lines: readonly UsageLine[]): CcusageReading {
  const refused = new Map<UsageLine, Refusal>()
  const kept: CcusageEntry[] = []
  const byKey = new Map<string, number>()
  const ofMessage = new Map<string, number[]>()
  for (const line of lines) {
    const refusal = refusalOf(line)
    if (refusal !== undefined) {
      refused.set(line, refusal)
      continue
    }
    const entry = entryOf(line)
    if (typeof line.id !== 'string') {
      kept.push(entry)
      continue
    }
    const key = keyOf(line.id, entry)
    const message = JSON.stringify([line.id, entry.session])
    const known = byKey.get(key) ?? replayOf(entry, kept, ofMessage.get(message) ?? [])
    if (known === undefined) {
      byKey.set(key, kept.length)
      ofMessage.set(message, [...(ofMessage.get(message) ?? []), kept.length])
      kept.push(entry)
    } else if (replaces(entry, kept[known])) {
      byKey.set(key, known)
      kept[known] = entry
    }
  }
  return { entries: kept, refused }
}

function refusalOf(line: UsageLine): Refusal | undefined {
  // It looks for these very bytes before it parses a line.
  if (!line.text.includes('"usage":{')) return 'spaced'
  if (NULLS.test(line.text)) return 'null'
  if (typeof line.timestamp !== 'string' || !TIME.test(line.timestamp)) return 'time'
  const isEmpty = [line.sessionId, line.requestId, line.id, line.model].includes('')
  const isOdd = typeof line.version === 'string' && !/^\d+\.\d+\.\d/.test(line.version)
  return isEmpty || isOdd ? 'odd' : undefined
}

/** Fields that may be absent but not null. */
const NULLS =
  /"(?:id|cwd|model|speed|costUSD|version|sessionId|requestId|isApiErrorMessage|cache_read_input_tokens|cache_creation_input_tokens)":null/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/

function entryOf(line: UsageLine): CcusageEntry {
  const { usage } = line
  const classes = fields(usage['cache_creation'])
  const writes =
    classes === undefined
      ? count(usage['cache_creation_input_tokens'])
      : count(classes['ephemeral_5m_input_tokens']) + count(classes['ephemeral_1h_input_tokens'])
  return {
    line,
    time: Date.parse(String(line.timestamp)),
    tokens: [
      count(usage['input_tokens']),
      count(usage['output_tokens']),
      count(usage['cache_read_input_tokens']),
      writes,
    ],
    session: typeof line.sessionId === 'string' ? line.sessionId : basename(line.path, '.jsonl'),
  }
}

function keyOf(id: string, { line, session, time }: CcusageEntry): string {
  const { requestId } = line
  return JSON.stringify(typeof requestId === 'string' ? [id, requestId, session] : [id, null, session, time])
}

/** A side conversation can repeat a message of its parent under another request id. */
function replayOf(
  entry: CcusageEntry,
  kept: readonly CcusageEntry[],
  ofMessage: readonly number[],
): number | undefined {
  return ofMessage.find(
    (index) => kept[index].time === entry.time && (entry.line.isSidechain || kept[index].line.isSidechain),
  )
}

function replaces(entry: CcusageEntry, known: CcusageEntry): boolean {
  if (entry.line.isSidechain !== known.line.isSidechain) return known.line.isSidechain
  return total(entry.tokens) > total(known.tokens)
}

export function total(tokens: Tokens): number {
  return tokens[0] + tokens[1] + tokens[2] + tokens[3]
}
