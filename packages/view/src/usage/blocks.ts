import type { UsageGroup, UsageOptions } from './usage-row.ts'
import { NO_TIME, slicePricer } from './usage-row.ts'
import type { UsageSlice } from './usage-slice.ts'
import { UsageSum } from './usage-sum.ts'
import { isInstant } from './zone-days.ts'

/**
 * Usage in blocks, all sessions together.
 *
 * A block begins at the full hour (UTC) of its first message and ends five hours later; the next message begins the next
 * one. A silence of more than five hours is a gap, from five hours after the last message to the next. ccusage cuts the same way, but for a message on the very millisecond of the end,
 * which it keeps in the old block. A span (`since`, `until`) picks blocks by their start; it does not move them.
 */
export function blocksOf(slices: Iterable<UsageSlice>, options: UsageOptions): UsageGroup[] {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = options
  const costOf = slicePricer(options.prices)
  const timed: UsageSlice[] = []
  const timeless: UsageSlice[] = []
  for (const slice of slices) (isInstant(slice.first) ? timed : timeless).push(slice)
  timed.sort((a, b) => a.first - b.first)
  const groups: UsageGroup[] = []
  let at = 0
  let silentSince = Number.NaN
  while (at < timed.length) {
    const { first } = timed[at]
    if (first - silentSince > SPAN) groups.push(gap(silentSince + SPAN, first))
    const start = Math.floor(first / HOUR) * HOUR
    const sum = new UsageSum()
    let last = first
    for (; at < timed.length && timed[at].first < start + SPAN; at++) {
      sum.add(timed[at], costOf(timed[at]))
      last = Math.max(last, timed[at].last)
    }
    silentSince = last
    groups.push(block({ start, first, last, sum }, options.now))
  }
  const within = groups.filter(({ block: own }) => own !== null && own.start >= since && own.start < until)
  if (timeless.length === 0 || options.since !== undefined || options.until !== undefined) return within
  const sum = new UsageSum()
  for (const slice of timeless) sum.add(slice, costOf(slice))
  return [...within, { key: NO_TIME, first: null, last: null, project: null, block: null, sum }]
}

const HOUR = 3_600_000
const SPAN = 5 * HOUR
const MINUTE = 60_000

interface Filled {
  readonly start: number
  readonly first: number
  readonly last: number
  readonly sum: UsageSum
}

function block({ start, first, last, sum }: Filled, now: number): UsageGroup {
  const end = start + SPAN
  const active = now >= start && now < end
  const row = { key: new Date(start).toISOString(), first, last, project: null, sum }
  const facts = { kind: 'block', start, end, active } as const
  if (!active) return { ...row, block: { ...facts, burn: null, projection: null } }
  const { totalTokens, cost } = sum.usage()
  // A clock that runs behind, or a first message this very minute, must not make the rate endless.
  const minutes = Math.max(1, (now - first) / MINUTE)
  const minutesLeft = (end - now) / MINUTE
  const burn = {
    tokensPerMinute: Math.round(totalTokens / minutes),
    costPerHour: cost === null ? null : Math.round((cost / minutes) * 60),
  }
  const projection = {
    minutesLeft: Math.round(minutesLeft),
    totalTokens: Math.round(totalTokens + (totalTokens / minutes) * minutesLeft),
    cost: cost === null ? null : Math.round(cost + (cost / minutes) * minutesLeft),
  }
  return { ...row, block: { ...facts, burn, projection } }
}

function gap(start: number, end: number): UsageGroup {
  const block = { kind: 'gap', start, end, active: false, burn: null, projection: null } as const
  return {
    key: new Date(start).toISOString(),
    first: null,
    last: null,
    project: null,
    block,
    sum: new UsageSum(),
  }
}
