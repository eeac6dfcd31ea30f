import type { ByteRange, ByteSource } from './bodies.ts'
import type { Scanner } from '../scan/scanner.ts'
import { encodeUtf8 } from './utf8.ts'

/** A row's new JSON text, or null to take the row out with its line end. */
export type RowChange = string | null

/**
 * A transcript with some rows changed, as pieces in order: ranges of the original, and new bytes.
 *
 * Contract: everything untouched is byte for byte what it was, damaged and unknown lines and the
 * bytes between rows included; without changes the pieces are the original, whole. `length` is the
 * original's.
 */
export function* rewrite(
  scan: Scanner,
  length: number,
  changes: ReadonlyMap<number, RowChange>,
): Generator<ByteRange | Uint8Array> {
  const { columns } = scan
  let copied = 0
  for (const row of [...changes.keys()].sort((a, b) => a - b)) {
    const start = columns.offset[row]
    const end = start + columns.length[row]
    const change = changes.get(row)
    if (start > copied) yield { offset: copied, length: start - copied }
    if (typeof change === 'string') yield encodeUtf8(change)
    // A removed row takes the newline behind it along; a second object on its line keeps its own.
    copied = change === null ? Math.min(lineEnd(scan, row, end), length) : end
  }
  if (length > copied) yield { offset: copied, length: length - copied }
}

/** The pieces of `rewrite` joined, for transcripts that fit in memory. */
export function rewritten(
  scan: Scanner,
  source: ByteSource,
  length: number,
  changes: ReadonlyMap<number, RowChange>,
): Uint8Array {
  const parts = [...rewrite(scan, length, changes)].map((piece) =>
    piece instanceof Uint8Array ? piece : source.read([piece])[0],
  )
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function lineEnd({ columns }: Scanner, row: number, end: number): number {
  const next = row + 1
  const sharesLine = next < columns.count && columns.line[next] === columns.line[row]
  return sharesLine ? end : end + 1
}
