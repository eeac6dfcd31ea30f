import { F } from './fields.ts'
import { CODE_MASK, EVENT, EVENT_WIDTH } from './walker.ts'

/** The events that are left when, of a key that an object repeats, only the last counts, as in `JSON.parse`. */
export function withoutRepeats(events: Int32Array, count: number): Int32Array {
  const kept: number[] = []
  keep(events, { from: 0, to: count }, kept)
  return Int32Array.from(kept)
}

/** Keeps what counts of `range`: the events of one object's members, each with those inside it. */
function keep(events: Int32Array, range: Range, kept: number[]): void {
  const last = new Map<number, number>()
  for (let i = range.from; i < range.to; i = afterEvent(events, i, range.to)) last.set(codeOf(events, i), i)
  for (let i = range.from; i < range.to;) {
    const next = afterEvent(events, i, range.to)
    const code = codeOf(events, i)
    if (code === F.block || last.get(code) === i) {
      for (let cell = 0; cell < EVENT_WIDTH; cell++) kept.push(events[i * EVENT_WIDTH + cell])
      keep(events, { from: i + 1, to: next }, kept)
    }
    i = next
  }
}

interface Range {
  readonly from: number
  readonly to: number
}

function codeOf(events: Int32Array, index: number): number {
  return events[index * EVENT_WIDTH] & CODE_MASK
}

/** The next event that is not inside event `index`. */
function afterEvent(events: Int32Array, index: number, to: number): number {
  const end = events[index * EVENT_WIDTH + EVENT.end]
  let next = index + 1
  while (next < to && events[next * EVENT_WIDTH + EVENT.start] < end) next++
  return next
}
