const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'

/** Draws a string that a rule's body matches, each character with equal chance, as issuers do. */
export function drawSecret(source: string, random: () => number): string {
  const pick = (letters: string): string => letters[Math.floor(random() * letters.length)]
  let drawn = ''
  let at = 0
  while (at < source.length) {
    let one: () => string
    if (source[at] === '[') {
      const close = source.indexOf(']', at)
      const letters = expand(source.slice(at + 1, close))
      one = () => pick(letters)
      at = close + 1
    } else if (source[at] === '(') {
      const close = source.indexOf(')', at)
      const inner = source.slice(at + 3, close)
      one = () => drawSecret(inner, random)
      at = close + 1
    } else if (source[at] === '\\') {
      const escaped = source[at + 1]
      one = () => (escaped === 'w' ? pick(LETTERS + DIGITS) : escaped === 'd' ? pick(DIGITS) : escaped)
      at += 2
    } else {
      const literal = source[at]
      one = () => literal
      at += 1
    }
    const repeat = /^(?:\{(\d+)(?:,(\d+))?\}|\?)/.exec(source.slice(at))
    const times =
      repeat === null
        ? 1
        : Number(
            repeat[2] === undefined ? (repeat[1] ?? 0) : Math.min(Number(repeat[2]), Number(repeat[1]) + 20),
          )
    if (repeat !== null) at += repeat[0].length
    for (let i = 0; i < times; i++) drawn += one()
  }
  return drawn
}

function expand(inside: string): string {
  return inside
    .replaceAll('\\w', `${LETTERS}${DIGITS}`)
    .replaceAll(/([A-Za-z0-9])-([A-Za-z0-9])/g, (_, from: string, to: string) => {
      let letters = ''
      for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++)
        letters += String.fromCharCode(code)
      return letters
    })
    .replaceAll(/[\\%/+=,.]/g, '')
}

/** A generator of numbers from one seed, so that fast-check can repeat and shrink. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
