import { FLAG } from '../scan/columns.ts'
import type { Scanner } from '../scan/scanner.ts'
import { decodeUtf8 } from './utf8.ts'

/** A part of a transcript's bytes. */
export interface ByteRange {
  readonly offset: number
  readonly length: number
}

/**
 * Where bodies come from.
 *
 * Contract: `read` returns the bytes of each range, in order: the file's own, or the same JSON with texts masked.
 * The kernel never does I/O: whoever holds the bytes (a file, an archive, a buffer, ranges fetched over HTTP beforehand)
 * implements this, and gets all ranges of one question in one call, so it can read in batches.
 */
export interface ByteSource {
  read(ranges: readonly ByteRange[]): Uint8Array[]
  /** The bytes are the file's own, so that places of the columns hold within them. One that masks texts changes their lengths. */
  readonly isVerbatim?: true
}

/** A transcript that is in memory as a whole. */
export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return {
    isVerbatim: true,
    read: (ranges) => ranges.map(({ offset, length }) => bytes.subarray(offset, offset + length)),
  }
}

export function rangeOf(scan: Scanner, row: number): ByteRange {
  return { offset: scan.columns.offset[row], length: scan.columns.length[row] }
}

/**
 * The parsed values of rows, read in one batch. A row that was scanned is JSON; an oversized one was
 * only skimmed, so its body may turn out not to be, and then it has none.
 */
export function loadBodies(
  scan: Scanner,
  source: ByteSource,
  rows: readonly number[],
  parse: (text: string) => unknown = JSON.parse,
): Map<number, JsonObject> {
  const bodies = new Map<number, JsonObject>()
  const bytes = source.read(rows.map((row) => rangeOf(scan, row)))
  for (const [i, row] of rows.entries()) {
    const text = decodeUtf8(bytes[i])
    const oversized = (scan.columns.flags[row] & FLAG.oversized) !== 0
    const body = oversized ? parsedOr(null, text, parse) : parse(text)
    if (body !== null) bodies.set(row, body as JsonObject)
  }
  return bodies
}

function parsedOr(otherwise: null, text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch {
    return otherwise
  }
}

/** `JSON.parse` with U+FFFD for the half of a surrogate pair that an escape can leave in a string. */
export function parseWellFormed(text: string): unknown {
  if (!/\\ud[89a-f]/i.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(LONE, '\uFFFD') : value,
  )
}

const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** A parsed JSON object, fields unknown. */
export type JsonObject = Readonly<Record<string, unknown>>
