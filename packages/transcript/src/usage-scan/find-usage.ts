/**
 * Whether `bytes[start, end)` can hold a key `usage`: the key as it is, quotes included, or an escape
 * that spells one of its letters. A line for which this is false has no usage, whatever it is.
 */
export function mayHoldUsage(bytes: Uint8Array, start: number, end: number): boolean {
  let last = start + PATTERN_BYTES - 1
  while (last < end) {
    const skip = SKIP[bytes[last]]
    if (skip > 0) {
      last += skip
      continue
    }
    if (isKey(bytes, last - 4, end) || isEscape(bytes, last - 4, end)) return true
    last++
  }
  return false
}

/** Both patterns, `usage` and `\u00` with a 6 or a 7, are five bytes long (the method of Horspool). */
const PATTERN_BYTES = 5

/** By a byte: how far the window can move on when that byte is its last. */
const SKIP = new Uint8Array(256).fill(PATTERN_BYTES)
for (const pattern of ['usage', '\\u006', '\\u007'])
  for (let i = 0; i < PATTERN_BYTES; i++) {
    const c = pattern.charCodeAt(i)
    SKIP[c] = Math.min(SKIP[c], PATTERN_BYTES - 1 - i)
  }

function isKey(bytes: Uint8Array, at: number, end: number): boolean {
  for (let i = 0; i < KEY.length; i++) if (bytes[at + i] !== KEY[i]) return false
  return bytes[at - 1] === QUOTE && at + KEY.length < end && bytes[at + KEY.length] === QUOTE
}

function isEscape(bytes: Uint8Array, at: number, end: number): boolean {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== 0x75 || bytes[at + 2] !== 0x30 || bytes[at + 3] !== 0x30)
    return false
  if (at + 5 >= end) return false
  return LETTERS.has(bytes[at + 4] * 256 + bytes[at + 5])
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const KEY = [0x75, 0x73, 0x61, 0x67, 0x65]
/** The last two digits of `\u0075`, `\u0073`, `\u0061`, `\u0067` and `\u0065`. */
const LETTERS = new Set(['75', '73', '61', '67', '65'].map((d) => d.charCodeAt(0) * 256 + d.charCodeAt(1)))
