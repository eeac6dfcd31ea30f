import type { DamagedInput, IntactLine } from './damage.ts'

/**
 * The byte ranges that a reader must find in a damaged input, said by `JSON.parse` and by what the
 * damage left alone, not by the scanner: each line that is a JSON object, and each untouched line
 * that shares its line with others or with rubbish.
 */
export function expectedRows(input: DamagedInput): IntactLine[] {
  const { bytes } = input
  const rows: IntactLine[] = []
  let next = 0
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline < 0 ? bytes.length : newline
    const inside: IntactLine[] = []
    while (next < input.intact.length && input.intact[next].offset < end) inside.push(input.intact[next++])
    const object = objectRange(bytes, start, end)
    if (object === 'no JSON') rows.push(...inside)
    else if (object !== undefined) rows.push(object)
    start = end + 1
  }
  return rows
}

const NEWLINE = 0x0a
/** As the real program decodes: a byte order mark stays, invalid bytes become U+FFFD. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function objectRange(bytes: Uint8Array, start: number, end: number): IntactLine | 'no JSON' | undefined {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes.subarray(start, end)))
  } catch {
    return 'no JSON'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  while (bytes[start] !== 0x7b) start++
  while (bytes[end - 1] !== 0x7d) end--
  return { offset: start, length: end - start }
}
