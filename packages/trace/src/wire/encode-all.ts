/**
 * Texts in UTF-8. They are written into one buffer and copied out of it: asking a text first how long it will be takes longer
 * than writing it.
 */
export function encodeAll(texts: readonly string[]): Uint8Array[] {
  const ends: number[] = []
  let end = 0
  for (const text of texts) {
    end += written(text, end)
    ends.push(end)
  }
  const bytes = Uint8Array.prototype.slice.call(scratch, 0, end)
  if (scratch.length > MOST_KEPT) scratch = Buffer.allocUnsafeSlow(MOST_KEPT)
  return ends.map((stop, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], stop))
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
