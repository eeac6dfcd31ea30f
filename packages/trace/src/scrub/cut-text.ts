/** Stands where a text was cut off. */
export const ELLIPSIS = '…'

/** The first `most` units of a text, less one where that would split a pair of surrogates. */
export function headOf(text: string, most: number): string {
  if (text.length <= most) return text
  const end = Math.max(0, most)
  return text.slice(0, end > 0 && isHigh(text.charCodeAt(end - 1)) ? end - 1 : end)
}

/** At most `most` units, the last of them an ellipsis where something is missing. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : headOf(text, most - ELLIPSIS.length) + ELLIPSIS
}

/** A text that is valid Unicode: half a pair of surrogates becomes U+FFFD. OTLP is UTF-8, which has no word for it. */
export function wellFormed(text: string): string {
  return (text as WellFormed).toWellFormed() // Node has had it since 20; the types of ES2023 have not.
}

/** A text in pieces that no pair of surrogates stands across. */
export function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const piece = at + PIECE < text.length ? headOf(text.slice(at, at + PIECE + 1), PIECE) : text.slice(at)
    yield piece
    at += piece.length
  }
}

/** What is encoded at once: a text of 100 MB needs no buffer of 100 MB. */
const PIECE = 1 << 20

type WellFormed = string & { toWellFormed(): string }

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
