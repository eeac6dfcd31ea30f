import { DIRECTION } from './inert.ts'

/**
 * A value as JSON, a line for each field of the first two levels and each element of a list, piece by piece: a report on a
 * million diagnostics is never one string. An iterable is a list, asked for its elements as they are written. Fields that
 * are undefined are left out, as `JSON.stringify` does.
 */
export function jsonPieces(value: unknown): Generator<string> {
  return pieces(value, '', DEPTH)
}

/**
 * A value as JSON in one line that a terminal cannot obey: JSON escapes the older control characters itself, not those
 * of U+0080 on, nor what turns the direction of text. Whoever parses it gets the same value.
 */
export function jsonText(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(C1, escaped).replace(DIRECTION, escaped)
}

const C1 = /[\u007f-\u009f\u2028\u2029]/g

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Levels that are spread over lines; what lies deeper is one line. */
const DEPTH = 3

function* pieces(value: unknown, indent: string, depth: number): Generator<string> {
  if (typeof value !== 'object' || value === null || (depth <= 0 && !holdsStream(value))) {
    yield jsonText(value)
    return
  }
  const isList = Symbol.iterator in value
  const inner = `${indent}  `
  let isEmpty = true
  yield isList ? '[' : '{'
  for (const [label, field] of isList ? elements(value as Iterable<unknown>) : fields(value)) {
    yield `${isEmpty ? '' : ','}\n${inner}${label}`
    yield* pieces(field, inner, depth - 1)
    isEmpty = false
  }
  yield `${isEmpty ? '' : `\n${indent}`}${isList ? ']' : '}'}`
}

function isStream(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && !Array.isArray(value)
}

/** Whether it is a stream, has one as a field, or is a list of what does: that cannot be written in one go. */
function holdsStream(value: object): boolean {
  if (isStream(value)) return true
  if (!Array.isArray(value)) return Object.values(value).some(isStream)
  return value.some(
    (element: unknown) => typeof element === 'object' && element !== null && holdsStream(element),
  )
}

function* elements(list: Iterable<unknown>): Generator<[label: string, value: unknown]> {
  for (const element of list) yield ['', element]
}

function* fields(value: object): Generator<[label: string, value: unknown]> {
  for (const [name, field] of Object.entries(value))
    if (field !== undefined) yield [`${jsonText(name)}: `, field]
}
