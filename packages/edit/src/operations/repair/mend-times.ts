import type { MendedTranscript } from './mended-transcript.ts'

/** Gives rows without a valid time one: no version continues from such a row, and 2.0.76 ends on one. */
export function mendMissingTimes(mended: MendedTranscript): number {
  const { count } = mended.transcript.scan.columns
  let last = Number.NaN
  for (let row = 0; row < count && Number.isNaN(last); row++)
    if (isStep(mended, row)) last = mended.timeOf(row)
  // A file without any time was last written when its newest row was.
  if (Number.isNaN(last)) last = mended.fallbackTime
  let given = 0
  for (let row = 0; row < count; row++) {
    if (!isStep(mended, row)) continue
    const time = mended.timeOf(row)
    if (Number.isNaN(time)) {
      last = mended.toldTimeOf(row) ?? last + 1
      mended.setTime(row, last)
      given++
    } else last = time
  }
  return given
}

function isStep({ chain }: MendedTranscript, row: number): boolean {
  return chain.isLoadable(row)
}

/**
 * Makes times rise along the path by changing as few of them as can be: the longest run of rows stays whose times leave
 * room for those between them, one millisecond each.
 */
export function mendClock(mended: MendedTranscript): number {
  const rows = mended.live.filter((row) => mended.chain.isLoadable(row) && !mended.isDropped(row))
  const kept = longestRise(rows.map((row, at) => mended.timeOf(row) - at))
  let changed = 0
  let last = Number.NaN
  const first = kept.findIndex((keeps) => keeps)
  for (const [at, row] of rows.entries()) {
    if (kept[at]) last = mended.timeOf(row)
    else {
      last = Number.isNaN(last) ? mended.timeOf(rows[first]) - (first - at) : last + 1
      mended.setTime(row, last)
      changed++
    }
  }
  return changed
}

/** Which values belong to a longest run that never falls. */
export function longestRise(values: readonly number[]): boolean[] {
  const tails: number[] = []
  const before: number[] = []
  for (const [at, value] of values.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[tails[middle]] <= value) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? -1 : tails[low - 1])
    tails[low] = at
  }
  const kept = values.map(() => false)
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]) kept[at] = true
  return kept
}
