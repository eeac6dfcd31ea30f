import { BACKSLASH, isTokenChar } from './char-class.ts'
import type { Finding } from './finding.ts'
import { jwtAt } from './jwt.ts'
import { nearKeyword } from './near-keyword.ts'
import { providerTokenAt } from './providers/prefix-table.ts'
import { shapedTokenIn } from './providers/shaped-token.ts'
import { hasRandomMix, isUuid } from './randomness.ts'

/** The shortest run of token characters that can hold one: an AWS access key id is 20 long. */
export const SHORTEST_RUN = 20

/**
 * The secrets that a run of token characters is, or belongs to. Runs this long are rare in prose
 * and code, so what happens here may cost more than the scan that found them.
 */
export function secretsOfRun(text: string, start: number, end: number): Finding[] {
  const found: Finding[] = []
  if (isId(text, start, end)) return found
  let done = 0
  const tryAt = (at: number): void => {
    if (at < done) return
    const finding = providerTokenAt(text, at) ?? jwtAt(text, at, end)
    if (finding === null) return
    found.push(finding)
    done = finding.end
  }
  for (const at of startsBefore(text, start)) {
    tryAt(at)
    tryAt(pastGlue(text, at))
  }
  tryAt(start)
  const glued = pastGlue(text, start)
  tryAt(glued)
  for (let at = start + 1; at < end; at++)
    if (isJoint(text.charCodeAt(at - 1)) && !isJoint(text.charCodeAt(at))) tryAt(at)
  if (found.length > 0 || !hasRandomMix(text, glued, end)) return found
  const shaped = shapedTokenIn(text, glued, end) ?? nearKeyword(text, glued, end)
  if (shaped !== null) found.push(shaped)
  return found
}

/** The ids that stand in every row of a transcript: uuids, and `toolu_…`, `msg_…`, `req_…`. */
function isId(text: string, start: number, end: number): boolean {
  if (end - start === 36 && text[start + 8] === '-' && text[start + 13] === '-' && text[start + 23] === '-')
    return isUuid(text.slice(start, end))
  const first = text.charCodeAt(start)
  // m, r, s, t
  if (first !== 109 && first !== 114 && first !== 115 && first !== 116) return false
  return (
    text.startsWith('toolu_', start) ||
    text.startsWith('msg_', start) ||
    text.startsWith('req_', start) ||
    text.startsWith('srvtoolu_', start)
  )
}

function isJoint(code: number): boolean {
  return code === 45 || code === 95
}

/** A token may start earlier, before a `.`, `/` or `~` that ends a run: `SG.…`, `dp.pt.…`, `1//0…`, `sha256~…`. */
function startsBefore(text: string, start: number): number[] {
  const starts: number[] = []
  let at = start
  for (let parts = 0; parts < 3; parts++) {
    const joint = text.charCodeAt(at - 1)
    if (joint !== 46 && joint !== 47 && joint !== 126) break
    at -= 1
    const limit = at - 24
    while (at > limit && isTokenChar(text.charCodeAt(at - 1))) at -= 1
    starts.unshift(at)
  }
  return starts
}

/**
 * Past what an encoding glued to the front of a run: the `n` of an escaped line break, the digits of
 * `\u003d` and `%3D`, the end of a terminal's control sequence.
 */
function pastGlue(text: string, start: number): number {
  const before = text.charCodeAt(start - 1)
  if (before === BACKSLASH) {
    UNICODE_ESCAPE.lastIndex = start
    if (UNICODE_ESCAPE.test(text)) return start + 5
    return /[nrtbf]/.test(text.charAt(start)) ? start + 1 : start
  }
  if (before === 37) return start + 2
  if (before === 40) return isEscape(text, start - 1) ? start + 1 : start
  if (before !== 91 && before !== 59) return start
  const end = before === 91 && isEscape(text, start - 1) ? SEQUENCE_END : COLOUR
  end.lastIndex = start
  return end.test(text) ? end.lastIndex : start
}

/** Whether the sign before `end` is ESC, as such or as JSON and shells spell it. */
function isEscape(text: string, end: number): boolean {
  return (
    text.charCodeAt(end - 1) === 27 || /(?:u001b|x1b|033|\\e)$/i.test(text.slice(Math.max(0, end - 5), end))
  )
}

const UNICODE_ESCAPE = /u[0-9a-fA-F]{4}/y
const COLOUR = /\d{0,3}m/y
const SEQUENCE_END = /\d{0,3}[A-Za-z]/y
