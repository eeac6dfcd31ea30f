import type { TextKind } from '../engine.ts'
import { UNIT, type Units } from './units.ts'

/** Weights run from 0 to this. */
export const TOP_WEIGHT = 31

/** How much a unit carries. It is short, so what a pattern costs on one has a bound. */
export function weightOf(text: string, units: Units, unit: number, kind: TextKind): number {
  const words = text.slice(units.starts[unit], units.starts[unit + 1])
  const type = units.types[unit]
  if (type !== UNIT.fence && (!SAYS.test(words) || LINE_NUMBER.test(words))) return 0
  const own = type === UNIT.prose ? proseWeight(words, kind) : codeWeight(words, type)
  return Math.min(TOP_WEIGHT, own + placeWeight(unit, units, kind))
}

/** A brace, a rule or the number of an empty line says nothing. */
const SAYS = /[\p{L}\d][^\p{L}\d]*[\p{L}\d][^\p{L}\d]*[\p{L}\d]|\p{Lo}/u
const LINE_NUMBER = /^\s*\d+\s*[\t→:]?\s*$/

/** Results tell what they are at their head and how they ended at their tail. Prose says what it is about first and last. */
function placeWeight(unit: number, { count, types }: Units, kind: TextKind): number {
  if (kind === 'result') return unit < HEAD_LINES || unit >= count - TAIL_LINES ? 6 : 0
  if (unit === 0 || unit === count - 1) return 8
  return types[unit] === UNIT.prose && types[unit - 1] === UNIT.fence ? 1 : 0
}

const HEAD_LINES = 4
const TAIL_LINES = 6

function proseWeight(words: string, kind: TextKind): number {
  let weight = 1
  for (const [pattern, more] of kind === 'result' ? RESULT_SIGNS : PROSE_SIGNS)
    if (pattern.test(words)) weight += more
  return weight
}

/** Of code the signatures, so that it is still known what was there. */
function codeWeight(line: string, type: number): number {
  if (type === UNIT.fence) return 5
  if (SIGNATURE.test(line)) return 6
  return 1
}

const SIGNATURE =
  /^\s{0,8}(?:\d{1,6}[\t→:]\s{0,8})?(?:export|import|from|class|interface|type|enum|struct|trait|impl|namespace|module|package|use|using|#include|def|fn|func|function|pub|public|private|protected|static|async|abstract|const \w+ = (?:async )?\(|@\w|CREATE|ALTER|SELECT|diff |@@|\$ )/

const ERROR =
  /\b(?:error|errors|failed|fails|failure|failing|exception|traceback|panic|panicked|fatal|denied|refused|cannot|timed? ?out|undefined|unresolved|segfault|assert\w*)\b|✗|✖|❌/i
const ERROR_CODE = /\b(?:E[A-Z]{3,}|[A-Z]\w*(?:Error|Exception))\b/
const PATH = /(?:^|[\s"'`(=:])(?:~|\.{1,2})?\/?[\w@.-]+\/[\w@./-]+|\b[\w-]+\.[a-z][a-z0-9]{0,4}\b/
const COMMAND =
  /^\s*[$>] |`[^`]+`|\b(?:npm|npx|git|cargo|pip|python3?|node|make|docker|kubectl|curl|pytest|go) [a-z-]/
const NUMBER = /\d/
const DECISION =
  /\b(?:decid\w+|decision|chose|choose|instead|because|therefore|hence|so that|must|never|always|should|root cause|cause[sd]?|fix(?:e[sd])?|bug|problem|issue|solution|agreed?|conclu\w+|result|found|turns out|note|important|remaining|todo|next|done|works?|verified|confirmed|removed|added|changed|renamed|replaced)\b/i
const HEADING = /^\s{0,3}#{1,6} |^\s*\*\*[^*]+\*\*/
const ITEM = /^\s*(?:[-*+]|\d+[.)]) /

const PROSE_SIGNS: readonly (readonly [RegExp, number])[] = [
  [DECISION, 4],
  [ERROR, 4],
  [ERROR_CODE, 2],
  [PATH, 3],
  [COMMAND, 3],
  [NUMBER, 2],
  [HEADING, 2],
  [ITEM, 1],
]

const RESULT_SIGNS: readonly (readonly [RegExp, number])[] = [
  [ERROR, 8],
  [ERROR_CODE, 4],
  [/\b(?:warn(?:ing)?|passed|tests?|total|summary|exit(?: code)?)\b/i, 2],
  [SIGNATURE, 2],
  [PATH, 1],
]
