import { EditError } from '../../errors.ts'

/** Turns from one place of the context to another, in percent of its turns, and the share of their text that stays. */
export interface Band {
  readonly from: number
  readonly to: number
  /** In percent. */
  readonly share: number
}

/** What is done where nobody says otherwise: the latest fifth of the turns stays as it is. */
export const DEFAULT_BANDS: readonly Band[] = [
  { from: 0, to: 50, share: 35 },
  { from: 50, to: 80, share: 60 },
]

/** Reads `0-50%:35%`: the first half of the turns, to 35 % of their text. */
export function parseBand(text: string): Band {
  const match = BAND.exec(text.trim())
  if (match === null) throw wrong('a band looks like 0-50%:35%')
  return { from: Number(match[1]), to: Number(match[2]), share: Number(match[3]) }
}

const BAND = /^(\d{1,3}(?:\.\d{1,6})?)%?-(\d{1,3}(?:\.\d{1,6})?)%?:(\d{1,3}(?:\.\d{1,6})?)%$/

/** Bands in order. Throws where one makes no sense or two overlap. */
export function sortedBands(bands: readonly Band[]): readonly Band[] {
  if (bands.length === 0) throw wrong('there is no band')
  const sorted = bands.toSorted((a, b) => a.from - b.from || a.to - b.to)
  for (const [i, { from, to, share }] of sorted.entries()) {
    if (!(from >= 0 && from < to && to <= 100))
      throw wrong('a band runs from 0% or later to a later place, 100% at most')
    if (!(share > 0 && share < 100)) throw wrong('the share that stays lies between 0% and 100%')
    if (i > 0 && from < sorted[i - 1].to) throw wrong('two bands overlap')
  }
  return sorted
}

/**
 * The turns of a band, `[first, end)`, of `count` in all. Both ends are rounded down: no turn is in two bands that
 * touch, and where a session has few turns it is the older ones that are taken.
 */
export function turnsOf({ from, to }: Band, count: number): { readonly first: number; readonly end: number } {
  return { first: partOf(from, count), end: partOf(to, count) }
}

function partOf(percent: number, count: number): number {
  // 0.07 * 100 is 7.000000000000001 in doubles, and 0.29 * 100 is 28.999999999999996.
  return Math.floor((percent * count) / 100 + 1e-9)
}

function wrong(message: string): EditError {
  return new EditError('option', message, { remedy: 'say for example --band 0-50%:35% --band 50-80%:60%' })
}
