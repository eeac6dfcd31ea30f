/** One place of a transcript that tells of usage, with all that either program looks at. */
export interface UsageLine {
  readonly path: string
  /** `progress`: a message of a sub-agent inside a progress row of its parent. */
  readonly kind: 'row' | 'progress'
  readonly text: string
  readonly type: unknown
  readonly version: unknown
  readonly isError: boolean
  readonly model: unknown
  readonly id: unknown
  readonly uuid: unknown
  readonly requestId: unknown
  readonly sessionId: unknown
  readonly isSidechain: boolean
  readonly isFork: boolean
  readonly timestamp: unknown
  readonly usage: Fields
}

export type Fields = Readonly<Record<string, unknown>>

/** Input, output, cache reads, cache writes. */
export type Tokens = readonly [number, number, number, number]

/** The lines of a transcript that `JSON.parse` reads and that tell of usage. */
export function usageLines(path: string, bytes: Uint8Array): UsageLine[] {
  const lines: UsageLine[] = []
  for (const text of new TextDecoder().decode(bytes).split('\n')) {
    if (!text.includes('usage')) continue
    const entry = parsed(text)
    if (entry === undefined) continue
    const progress = fields(fields(entry['data'])?.['message'])
    const line = lineOf(entry, { path, text, kind: 'row', outer: entry })
    const inner = progress && lineOf(progress, { path, text, kind: 'progress', outer: entry })
    lines.push(...[line, inner].filter((found) => found !== undefined))
  }
  return lines
}

interface Place {
  readonly path: string
  readonly text: string
  readonly kind: UsageLine['kind']
  readonly outer: Fields
}

function lineOf(entry: Fields, { path, text, kind, outer }: Place): UsageLine | undefined {
  const message = fields(entry['message'])
  const usage = fields(message?.['usage'])
  if (message === undefined || usage === undefined) return undefined
  return {
    path,
    kind,
    text,
    type: entry['type'],
    version: kind === 'row' ? entry['version'] : undefined,
    isError: Boolean(entry['isApiErrorMessage']),
    model: message['model'],
    id: message['id'],
    uuid: entry['uuid'],
    requestId: entry['requestId'],
    sessionId: outer['sessionId'],
    isSidechain: entry['isSidechain'] === true,
    isFork: typeof fields(entry['forkedFrom'])?.['sessionId'] === 'string',
    timestamp: entry['timestamp'],
    usage,
  }
}

export function fields(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return value as Fields // an object, so it has fields of some kind
}

/** A number of tokens; whatever is none counts nothing. */
export function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0
}

function parsed(text: string): Fields | undefined {
  try {
    return fields(JSON.parse(text))
  } catch {
    return undefined // no JSON: neither program reads it as a row
  }
}

/** Items by what `keyOf` says of them, in order of first sight. */
export function grouped<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
