import { TOKEN_KINDS, USAGE_FLAG, type TokenUsage } from '@skein/transcript'

/**
 * Messages with what they used, each once, however many rows and files repeat them.
 *
 * Plain arrays of numbers, so that a thread can hand them over without copying; `names` holds the
 * strings that `model`, `tier` and `session` point at.
 */
export interface MessageUsage {
  count: number
  low: Int32Array<ArrayBuffer>
  high: Int32Array<ArrayBuffer>
  /**
   * The numbers of a `TokenUsage`, those of its largest row, at `tokenCell`. All of one kind stand together: some kinds are
   * hardly ever used, and memory that nobody has written to is not there.
   */
  tokens: Float64Array<ArrayBuffer>
  /** Model and tier of that row. */
  model: Int32Array<ArrayBuffer>
  tier: Int32Array<ArrayBuffer>
  /** The file that the message belongs to, and what its rows there say: time, session and flags. */
  time: Float64Array<ArrayBuffer>
  session: Int32Array<ArrayBuffer>
  file: Int32Array<ArrayBuffer>
  flags: Uint8Array<ArrayBuffer>
}

export function noMessages(capacity: number): MessageUsage {
  return {
    count: 0,
    low: new Int32Array(capacity),
    high: new Int32Array(capacity),
    tokens: new Float64Array(capacity * TOKEN_KINDS),
    model: new Int32Array(capacity),
    tier: new Int32Array(capacity),
    time: new Float64Array(capacity),
    session: new Int32Array(capacity),
    file: new Int32Array(capacity),
    flags: new Uint8Array(capacity),
  }
}

/** Where a kind of tokens of a message stands. */
export function tokenCell({ low }: MessageUsage, kind: number, message: number): number {
  return kind * low.length + message
}

/** Writes tokens only where they differ: what is 0 is so already, and its memory is left alone. */
export function putTokens(messages: MessageUsage, message: number, valueOf: (kind: number) => number): void {
  const { tokens } = messages
  for (let kind = 0; kind < TOKEN_KINDS; kind++) {
    const cell = tokenCell(messages, kind, message)
    const value = valueOf(kind)
    if (tokens[cell] !== value) tokens[cell] = value
  }
}

/** The memory behind the arrays: what changes hands when they go to another thread. */
export function buffersOf(messages: MessageUsage): ArrayBuffer[] {
  return ARRAYS.map((name) => messages[name].buffer)
}

/** Room for half as many again. */
export function widen(messages: MessageUsage): void {
  const wider = noMessages(Math.ceil(messages.low.length * 1.5))
  for (let kind = 0; kind < TOKEN_KINDS; kind++) {
    const start = tokenCell(messages, kind, 0)
    wider.tokens.set(messages.tokens.subarray(start, start + messages.count), tokenCell(wider, kind, 0))
  }
  for (const name of ARRAYS) {
    if (name !== 'tokens') wider[name].set(messages[name])
    Object.assign(messages, { [name]: wider[name] })
  }
}

const ARRAYS = ['low', 'high', 'tokens', 'model', 'tier', 'time', 'session', 'file', 'flags'] as const

/** Numbers as `tokens` has them, from `at` on. */
export function tokensAt(tokens: Float64Array, at: number): TokenUsage {
  return {
    input: tokens[at],
    output: tokens[at + 1],
    cacheRead: tokens[at + 2],
    cacheWrite5m: tokens[at + 3],
    cacheWrite1h: tokens[at + 4],
    webSearches: tokens[at + 5],
    webFetches: tokens[at + 6],
  }
}

export function isForked(flags: number): boolean {
  return (flags & USAGE_FLAG.forked) !== 0
}

export function withForked(flags: number, forked: boolean): number {
  return forked ? flags | USAGE_FLAG.forked : flags & ~USAGE_FLAG.forked
}
