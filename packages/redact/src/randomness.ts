/** Shannon entropy in bits a character. 20 random letters and digits have about 4, English words about 2.5. */
export function entropy(text: string): number {
  const counts = new Map<number, number>()
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/**
 * Whether a string looks drawn by a machine, and not like an identifier, a slug or a word.
 *
 * Entropy alone cannot tell `getUserAccountTokenById` from a key; how often the kinds of letters
 * change can. Entropy tells apart what is merely repeated: `a1a1a1a1`.
 */
export function looksRandom(text: string): boolean {
  return hasRandomMix(text, 0, text.length) && entropy(text) >= Math.min(3, Math.log2(text.length) * 0.75)
}

/**
 * Whether upper case, lower case and digits alternate as they do in random strings: at 0.61 of the
 * places over the 62 letters and digits, at 0.47 over hex digits; in names only where words meet.
 */
export function hasRandomMix(text: string, start: number, end: number): boolean {
  let length = 0
  let digits = 0
  let changes = 0
  let before = NONE
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    const now = code < 128 ? LETTER_CLASS[code] : NONE
    if (now === NONE) continue
    length += 1
    if (now === DIGIT) digits += 1
    if (before !== NONE && now !== before) changes += 1
    before = now
  }
  if (length < 8 || digits === length) return false
  // Names with a number at their end have one or two digits. Of random strings of 20, 0.5 % fall below.
  const least = digits > 1 ? 0.3 : digits > 0 ? 0.4 : 0.5
  return changes >= length * least
}

export function isHex(text: string): boolean {
  return /^[0-9a-f]+$/i.test(text)
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

const NONE = 0
const UPPER = 1
const LOWER = 2
const DIGIT = 3
const LETTER_CLASS = letterClasses()

function letterClasses(): Uint8Array {
  const table = new Uint8Array(128)
  table.fill(LOWER, 97, 123)
  table.fill(UPPER, 65, 91)
  table.fill(DIGIT, 48, 58)
  return table
}
