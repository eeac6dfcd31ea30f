/**
 * Texts in UTF-8. They are written into one buffer and copied out of it: asking a text first how long it will be takes longer
 * than writing it.
 */
export function encodeAll(texts: readonly string[]): Encoded {
  const ends: number[] = []
  let end = 0
  for (const text of texts) {
    end += written(text, end)
    ends.push(end)
  }
  const bytes = new Uint8Array(end)
  bytes.set(scratch.subarray(0, end))
  if (scratch.length > MOST_KEPT) scratch = Buffer.allocUnsafeSlow(MOST_KEPT)
  return { bytes, ends }
}

/** Texts, one behind the other in a buffer of their own, and where each of them ends. */
export interface Encoded {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly ends: readonly number[]
}

export function piecesOf({ bytes, ends }: Encoded): Uint8Array[] {
  return ends.map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end))
}

let scratch = Buffer.allocUnsafeSlow(1024 * 1024)
const MOST_KEPT = 4 * 1024 * 1024

function written(text: string, at: number): number {
  const most = at + text.length * MOST_BYTES
  if (most > scratch.length) {
    const wider = Buffer.allocUnsafeSlow(Math.max(most, 2 * scratch.length))
    scratch.copy(wider, 0, 0, at)
    scratch = wider
  }
  return scratch.write(text, at)
}

/** Of a UTF-16 unit. */
const MOST_BYTES = 3
