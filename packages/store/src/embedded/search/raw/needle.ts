import { foldComposed } from '../../../reader/query/fold.ts'

/**
 * What the bytes of a line must hold where its text holds a literal: so lines without it need not be
 * parsed.
 *
 * Contract: where a block is not odd, and a text of it matches the literal, the bytes of that text
 * match the needle. The reverse is not promised.
 */
export interface Needle {
  readonly steps: readonly NeedleStep[]
}

/** A byte, either case of it where it is a letter; or white space, at least one. */
export type NeedleStep = { readonly byte: number; readonly letter: boolean } | 'gap'

/** The needle for folded pieces with white space between them; null where no byte of it is sure. */
export function needleFor(pieces: readonly string[]): Needle | null {
  const stretches: NeedleStep[][] = [[]]
  pieces.forEach((piece, i) => {
    if (i > 0) stretches[stretches.length - 1].push('gap')
    for (const c of piece) {
      const steps = stepsFor(c)
      if (steps === null) stretches.push([])
      else stretches[stretches.length - 1].push(...steps)
    }
  })
  const best = stretches.map(trimmed).sort((a, b) => b.length - a.length)[0]
  return best.length < MIN_STEPS ? null : { steps: best.slice(0, MAX_STEPS) }
}

/** A single byte stands in every line. */
const MIN_STEPS = 2

/** Far more than it takes to tell texts apart. */
const MAX_STEPS = 200

/** Begins with a piece that is worth looking for: one of three bytes, else the longest; ends with a byte. */
function trimmed(steps: readonly NeedleStep[]): NeedleStep[] {
  const runs: { start: number; length: number }[] = []
  steps.forEach((step, i) => {
    const last = runs.at(-1)
    if (step === 'gap') return
    if (last !== undefined && last.start + last.length === i) last.length++
    else runs.push({ start: i, length: 1 })
  })
  const longest = Math.max(0, ...runs.map(({ length }) => length))
  const from = runs.find(({ length }) => length >= Math.min(3, longest))
  const to = steps.findLastIndex((step) => step !== 'gap') + 1
  return from === undefined ? [] : steps.slice(from.start, to)
}

/** The bytes of a character in JSON, null where they are not sure. */
function stepsFor(c: string): NeedleStep[] | null {
  const code = c.codePointAt(0) ?? 0
  if (code < 0x20 || code === 0x7f) return null
  if (c === '"' || c === '\\') return [plain(0x5c), plain(code)]
  if (code < 0x80) return [{ byte: code, letter: /[a-z]/.test(c) }]
  // A letter with another case has other bytes there; U+FFFD may stand for bytes that are no text.
  const cased = c.toLowerCase() !== c || c.toUpperCase() !== c || foldComposed(c) !== c
  if (cased || code === 0xfffd || (code >= 0xd800 && code < 0xe000)) return null
  return Array.from(new TextEncoder().encode(c), plain)
}

function plain(byte: number): NeedleStep {
  return { byte, letter: false }
}

/** The two rarest bytes before the first gap, by their places. */
export function anchorsOf({ steps }: Needle): { readonly a: number; readonly b: number } {
  const gap = steps.indexOf('gap')
  const places = Array.from({ length: gap < 0 ? steps.length : gap }, (_, i) => i)
  places.sort((x, y) => commonness(steps[x]) - commonness(steps[y]))
  return { a: places[0], b: places[1] ?? places[0] }
}

/** How many lines a needle leaves, as a measure to compare by: the more and the rarer its bytes, the smaller. */
export function weightOf({ steps }: Needle): number {
  return steps.reduce((sum, step) => sum - RARITY_OF_ANY - (COMMON_FIRST.length - commonness(step)), 0)
}

/** What one more byte is worth, whichever: half as much as the rarest. */
const RARITY_OF_ANY = 20

function commonness(step: NeedleStep): number {
  if (step === 'gap') return COMMON_FIRST.length
  const place = COMMON_FIRST.indexOf(String.fromCharCode(step.byte))
  return place < 0 ? 0 : COMMON_FIRST.length - place
}

/** The bytes of transcripts, the commonest first (counted over the generated history of 1 GB). */
const COMMON_FIRST = 'etaoinsr"cld-pum:/.,fghb_y\\0124vw3ek{}58697x()'
