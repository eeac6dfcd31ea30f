/** How many columns a terminal gives inert text: none to marks, two to East Asian and emoji signs. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length
  let width = 0
  for (const sign of text) {
    if (ZERO.test(sign)) continue
    width += isWide(sign.codePointAt(0) ?? 0) || EMOJI.test(sign) ? 2 : 1
  }
  return width
}

/** Narrower screens are not served. */
export const LEAST_WIDTH = 20

/** ASCII, Latin letters, general punctuation and what bars are drawn with: one column each. */
const NARROW = /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2580-\u259f]*$/
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]$/u
const EMOJI = /^\p{Emoji_Presentation}$/u

/** The blocks that Unicode's EastAsianWidth.txt marks W or F, rounded to whole blocks. */
function isWide(code: number): boolean {
  return WIDE.some(([from, to]) => code >= from && code <= to)
}

const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
]
