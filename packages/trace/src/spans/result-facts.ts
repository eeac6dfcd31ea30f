import type { ToolStatus } from '@skein/transcript'

/** What a row says of how a call ended, where it says more than the block. */
export interface ResultFacts {
  readonly status: ToolStatus | null
  /** A sub-agent was only started; its answer comes later. */
  readonly launched: boolean
}

/** What tells it: a field of the row, and some of its `toolUseResult`. */
export interface ResultFields {
  readonly denial: string | null
  readonly interrupted: unknown
  readonly isAsync: unknown
  readonly status: unknown
}

export function resultFacts({ denial, interrupted, isAsync, status }: ResultFields): ResultFacts {
  return {
    status:
      denial === 'interrupted' || interrupted === true ? 'interrupted' : denial === null ? null : 'denied',
    launched: isAsync === true || status === 'async_launched',
  }
}

/**
 * The facts of a row by its bytes. `toolUseResult` is for screens and mostly repeats what the model saw: it is a third of a
 * history, and only skipped over here. Null where the row has to be parsed to know.
 *
 * Contract: the bytes are JSON, as every row is that was scanned.
 */
export function factsInBytes(row: Buffer, places: ResultPlaces): ResultFacts | null {
  const [first, second] = inOrder(places)
  if (
    mayDeny(row, 0, first.start) ||
    mayDeny(row, first.end, second.start) ||
    mayDeny(row, second.end, row.length)
  )
    return null
  const { result } = places
  if (row[result.start] !== OPEN_BRACE) return NOTHING_TOLD
  const fields = { denial: null, interrupted: false, isAsync: false, status: '' }
  let at = result.start + 1
  while (at < result.end) {
    const open = row.indexOf(QUOTE, at)
    if (open < 0 || open >= result.end) break
    const close = endOfString(row, open)
    const colon = row.indexOf(COLON, close)
    let value = colon + 1
    while (row[value] <= SPACE) value++
    at = endOfValue(row, value)
    const key = row.toString('latin1', open + 1, close - 1)
    if (key.includes('\\')) return null
    if (key === 'interrupted' || key === 'isAsync') fields[key] = row[value] === TRUE
    else if (key === 'status') {
      fields.status = row.toString('latin1', value + 1, at - 1)
      if (fields.status.includes('\\')) return null
    }
  }
  return resultFacts(fields)
}

/** Where `message` and `toolUseResult` stand in a row. */
export interface ResultPlaces {
  readonly message: Place
  readonly result: Place
}

interface Place {
  readonly start: number
  readonly end: number
}

const NOTHING_TOLD: ResultFacts = { status: null, launched: false }

function inOrder({ message, result }: ResultPlaces): [Place, Place] {
  return message.start < result.start ? [message, result] : [result, message]
}

/** Whether a part of a row, outside of what is long in it, may have the key: as it is, or in escapes. */
function mayDeny(row: Buffer, start: number, end: number): boolean {
  if (end - start < DENIAL.length) return false
  const part = row.toString('latin1', start, end)
  return part.includes(DENIAL) || part.includes('\\u')
}

const DENIAL = 'toolDenialKind'

/** Just past the quote that ends the string whose first quote stands at `open`. */
function endOfString(row: Buffer, open: number): number {
  for (let at = row.indexOf(QUOTE, open + 1); at >= 0; at = row.indexOf(QUOTE, at + 1)) {
    let before = at
    while (row[before - 1] === BACKSLASH) before--
    if ((at - before) % 2 === 0) return at + 1
  }
  return row.length
}

function endOfValue(row: Buffer, start: number): number {
  if (row[start] === QUOTE) return endOfString(row, start)
  let depth = 0
  for (let at = start; at < row.length; at++) {
    const code = row[at]
    if (code === QUOTE) at = endOfString(row, at) - 1
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (--depth < 0) return at
      if (depth === 0) return at + 1
    } else if (code === COMMA && depth === 0) return at
  }
  return row.length
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const SPACE = 0x20
const TRUE = 0x74
