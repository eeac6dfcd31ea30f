import { isClaudeId } from './assignment/value-judgement.ts'
import { isTokenChar } from './char-class.ts'
import type { Finding } from './finding.ts'
import { isHex, isUuid, looksRandom } from './randomness.ts'
import { isStandIn } from './stand-in.ts'

/**
 * A random string with a telling word before it on the same line: “my token is …”, `Bearer …`.
 *
 * Hashes, uuids and paths are never secrets here: git and lock files are full of them.
 */
export function nearKeyword(text: string, runStart: number, runEnd: number): Finding | null {
  const start = extend(text, runStart, -1)
  if (runStart - start > LONGEST_HEAD || text[start - 1] === '/' || text[start] === '/') return null
  const before = text.slice(Math.max(0, start - REACH), start)
  // A word before a closing bracket belongs to something finished, such as Skein's own placeholder.
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf(']')) + 1)
  if (!KEYWORD.test(line)) return null
  const end = extend(text, runEnd, 1)
  if (end - start > LONGEST) return null
  const value = text.slice(start, end)
  if (isHex(value) || isUuid(value) || isClaudeId(value) || isStandIn(value)) return null
  if (!looksRandom(value) || !/\d/.test(value) || looksLikePath(value)) return null
  return {
    kind: /bearer\W{1,4}$/i.test(line) ? 'bearer-token' : 'high-entropy',
    start,
    end,
    confidence: 'low',
  }
}

const REACH = 40
/** Longer strings of base64 are files. */
const LONGEST = 200
/** A run deep inside base64 is no beginning of anything. */
const LONGEST_HEAD = 40
const KEYWORD =
  /\b(?:password|passwd|passphrase|secret|token|bearer|credentials?|(?:api|access|auth|private|signing|encryption|license)[ _-]?key|apikey)\b/i

/** Base64 goes on over `+`, `/` and `=`, tokens of several parts over `.`. */
function extend(text: string, from: number, step: 1 | -1): number {
  let at = from
  const next = (): number => text.charCodeAt(step > 0 ? at : at - 1)
  const most = step > 0 ? LONGEST : LONGEST_HEAD
  for (let steps = 0; steps <= most; steps++) {
    const code = next()
    if (!isTokenChar(code) && code !== 43 && code !== 47 && code !== 61 && code !== 46) break
    at += step
  }
  // A full stop ends the sentence, and `=` before a value assigns it.
  while (step > 0 && at > from && text[at - 1] === '.') at -= 1
  while (step < 0 && at < from && /[=.]/.test(text[at])) at += 1
  return at
}

function looksLikePath(value: string): boolean {
  return (
    value.includes('/') &&
    value.split('/').some((part) => part.length > 2 && !looksRandom(part) && !/[+=]/.test(value))
  )
}
