import type { Finding } from './finding.ts'
import { isStandIn } from './stand-in.ts'

/**
 * The values in a `Cookie:` or `Set-Cookie:` header that starts at `from`. Names and attributes
 * stay, so that one still sees which cookies were there.
 */
export function cookiesIn(text: string, from: number, isSet: boolean): readonly Finding[] {
  const found: Finding[] = []
  OPENING.lastIndex = from
  OPENING.test(text)
  let at = OPENING.lastIndex
  for (let pairs = 0; pairs < MOST_PAIRS; pairs++) {
    PAIR.lastIndex = at
    const match = PAIR.exec(text)
    if (match === null) break
    at = PAIR.lastIndex
    const value = match[2]
    if (isSecret(match[1], value, isSet)) {
      const end = match.index + match[0].length
      found.push({ kind: 'cookie', start: end - value.length, end, confidence: 'high' })
    }
    if (isSet && pairs === 0) break
    NEXT.lastIndex = at
    if (!NEXT.test(text)) break
    at = NEXT.lastIndex
  }
  return found
}

/** More than any site sets; browsers keep 180. */
const MOST_PAIRS = 100
const OPENING = /[ \t]{0,8}\\{0,15}["'`]?/y
const PAIR = /([\w.!#$%&*+^|~-]{1,128})=([^\s;"'`\\,]{0,4096})/y
const NEXT = /;[ \t]{0,4}/y

/** Shorter ones are settings: `theme=dark`, `lang=en`. */
function isSecret(name: string, value: string, isSet: boolean): boolean {
  if (value.length < 6 || isStandIn(value)) return false
  return isSet || !/^(?:path|domain|expires|max-age|samesite)$/i.test(name)
}
