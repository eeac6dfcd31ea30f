import { BACKSLASH, isLineEnd, isQuote } from '../char-class.ts'

export interface ValueRange {
  readonly start: number
  readonly end: number
}

/**
 * The inside of a quoted string whose opening stands at `at`, or null if none does or it has no end
 * on its line.
 *
 * Text in transcripts is often JSON in JSON, where quotes are `\"` or `\\\"`. With k backslashes
 * before the opening, the closing has k too, after any number of escaped backslashes, each of
 * which is 2(k+1) long; fewer than k end an outer string, and this value with it.
 */
export function quotedValue(text: string, at: number): ValueRange | null {
  let open = at
  while (text.charCodeAt(open) === BACKSLASH) open += 1
  const quote = text.charCodeAt(open)
  const depth = open - at
  if (!isQuote(quote) || depth > DEEPEST) return null
  const start = open + 1
  let slashes = 0
  const limit = Math.min(text.length, start + LONGEST_VALUE)
  for (let end = start; end < limit; end++) {
    const code = text.charCodeAt(end)
    if (isLineEnd(code)) return null
    if (code === BACKSLASH) slashes += 1
    else {
      const own = slashes - depth
      if (code === quote && (own < 0 || own % (2 * (depth + 1)) === 0))
        return { start, end: end - Math.min(slashes, depth) }
      slashes = 0
    }
  }
  return null
}

/** JSON four times inside JSON. */
const DEEPEST = 15
/** Longer strings are documents, not values. */
const LONGEST_VALUE = 4096
