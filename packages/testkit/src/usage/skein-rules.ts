import { count, fields, grouped, type Tokens, type UsageLine } from './usage-line.ts'

/** A message that Skein counts. */
export interface SkeinMessage {
  readonly key: string
  readonly time: number
  readonly tokens: Tokens
  /** The line whose tokens count. */
  readonly largest: UsageLine
  /** The line it belongs to: its day is the message's. */
  readonly owner: UsageLine
}

/** What Skein counts: a second writing of the rules of `UsageTable`, over parsed lines; a test holds both equal. */
export function skeinMessages(lines: readonly UsageLine[]): Map<string, SkeinMessage> {
  const files = grouped(lines.filter(isCounted), ({ path }) => path)
  const messages = new Map<string, SkeinMessage>()
  for (const inFile of files.values())
    for (const [key, rows] of grouped(inFile, messageKey)) {
      const found = messageOf(key, rows)
      const known = messages.get(key)
      messages.set(key, known === undefined ? found : joined(known, found))
    }
  return messages
}

/** The message of a line; lines without an id are known by their uuid. */
export function messageKey({ id, uuid }: UsageLine): string {
  return typeof id === 'string' && id !== '' ? `id:${id}` : `uuid:${String(uuid)}`
}

export function isCounted({ kind, type, isError, model }: UsageLine): boolean {
  return kind === 'row' && type === 'assistant' && !isError && model !== '<synthetic>'
}

/** The last of the rows with the most output. */
function messageOf(key: string, rows: readonly UsageLine[]): SkeinMessage {
  const largest = rows.reduce((a, b) => (output(b) >= output(a) ? b : a))
  const earliest = rows.reduce((a, b) => (timeOf(b) < timeOf(a) ? b : a))
  const owner = { ...earliest, isFork: rows.every(({ isFork }) => isFork) }
  return { key, time: timeOf(owner), tokens: tokensOf(largest), largest, owner }
}

function joined(a: SkeinMessage, b: SkeinMessage): SkeinMessage {
  const { largest, tokens } = isLarger(b.tokens, a.tokens) ? b : a
  const { owner, time } = isBefore(b.owner, a.owner) ? b : a
  return { key: a.key, time, tokens, largest, owner }
}

/** Output first, then the others. */
function isLarger(a: Tokens, b: Tokens): boolean {
  for (const i of [1, 0, 2, 3]) if (a[i] !== b[i]) return a[i] > b[i]
  return false
}

function isBefore(a: UsageLine, b: UsageLine): boolean {
  if (a.isFork !== b.isFork) return !a.isFork
  if (timeOf(a) !== timeOf(b)) return timeOf(a) < timeOf(b)
  if (a.sessionId !== b.sessionId) return String(a.sessionId) < String(b.sessionId)
  return a.path < b.path
}

function timeOf({ timestamp }: UsageLine): number {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(time) ? Infinity : time
}

function output({ usage }: UsageLine): number {
  return count(usage['output_tokens'])
}

function tokensOf({ usage }: UsageLine): Tokens {
  const classes = fields(usage['cache_creation'])
  const anHour = count(classes?.['ephemeral_1h_input_tokens'])
  const others = count(usage['cache_creation_input_tokens']) - anHour
  const writes = anHour + Math.max(count(classes?.['ephemeral_5m_input_tokens']), others)
  return [
    count(usage['input_tokens']),
    count(usage['output_tokens']),
    count(usage['cache_read_input_tokens']),
    writes,
  ]
}
