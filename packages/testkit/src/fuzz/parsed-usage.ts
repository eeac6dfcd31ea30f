/** What `JSON.parse` says of a line that tells of usage which counts. */
export interface ParsedRow {
  readonly offset: number
  /** Null where the message has no name of its own. */
  readonly id: string | null
  readonly time: number
  readonly forked: boolean
  readonly sidechain: boolean
  readonly model: string
  readonly session: string
  readonly tier: string
  /** In the order of `USAGE`. */
  readonly counters: readonly number[]
}

/** The usage rows of all lines that `JSON.parse` reads as an object: a second definition, with nothing of the kernel in it. */
export function parsedUsage(bytes: Uint8Array): ParsedRow[] {
  const { stackTraceLimit } = Error
  // Of lines that are no JSON there are many, and the traces of their errors cost more than all else.
  Error.stackTraceLimit = 0
  try {
    return rowsOf(bytes)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function rowsOf(bytes: Uint8Array): ParsedRow[] {
  const rows: ParsedRow[] = []
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline < 0 ? bytes.length : newline
    const entry = parsed(decoder.decode(bytes.subarray(start, end)))
    const offset = bytes.indexOf(0x7b, start)
    const row = entry === undefined ? undefined : rowOf(entry, offset)
    if (row !== undefined) rows.push(row)
    start = end + 1
  }
  return rows
}

/** As the real program decodes: a byte order mark stays, invalid bytes become U+FFFD. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

type Fields = Readonly<Record<string, unknown>>

function rowOf(entry: Fields, offset: number): ParsedRow | undefined {
  const message = fields(entry['message'])
  const usage = fields(message?.['usage'])
  if (message === undefined || usage === undefined) return undefined
  const type = typeof entry['type'] === 'string' ? entry['type'] : message['role']
  if (type !== 'assistant' || Boolean(entry['isApiErrorMessage'])) return undefined
  if (message['model'] === '<synthetic>') return undefined
  const { timestamp } = entry
  const id = text(message['id'])
  const cache = fields(usage['cache_creation'])
  const tools = fields(usage['server_tool_use'])
  return {
    offset,
    id: id === '' || id.startsWith('\u0000message:') ? null : id,
    time: Date.parse(typeof timestamp === 'string' ? timestamp : text(message['timestamp'])),
    forked: typeof fields(entry['forkedFrom'])?.['sessionId'] === 'string',
    sidechain: Boolean(entry['isSidechain']),
    model: text(message['model']),
    session: text(entry['sessionId']),
    tier:
      (usage['speed'] === 'fast' ? 'fast' : text(usage['service_tier'])) +
      (usage['inference_geo'] === 'us' ? '@us' : ''),
    counters: [
      count(usage['input_tokens']),
      count(usage['output_tokens']),
      count(usage['cache_read_input_tokens']),
      count(usage['cache_creation_input_tokens']),
      count(cache?.['ephemeral_5m_input_tokens']),
      count(cache?.['ephemeral_1h_input_tokens']),
      count(tools?.['web_search_requests']),
      count(tools?.['web_fetch_requests']),
    ],
  }
}

function parsed(line: string): Fields | undefined {
  try {
    return fields(JSON.parse(line))
  } catch {
    return undefined // no JSON: only the kernel can say what is in it
  }
}

/** Undefined for what is no object. No key that is asked for is one that every object inherits. */
function fields(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return value as Fields // an object, so it has fields of some kind
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Nobody uses fewer than no tokens. */
function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0
}
