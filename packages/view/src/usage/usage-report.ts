import { blocksOf } from './blocks.ts'
import type { UsageBy, UsageGroup, UsageOptions, UsageRow } from './usage-row.ts'
import { NO_TIME, slicePricer } from './usage-row.ts'
import type { UsageSlice } from './usage-slice.ts'
import type { UsageSummary } from './usage-sum.ts'
import { costliestFirst, UsageSum } from './usage-sum.ts'
import { dateOf, isInstant, ZoneDays } from './zone-days.ts'

export interface UsageReport {
  /** `turn`: of one session, made from `usageByTurn`. */
  readonly by: UsageBy | 'turn'
  readonly timeZone: string
  /** Oldest first in reports by time, else the costliest first. */
  readonly rows: readonly UsageRow[]
  readonly totals: UsageSummary
}

/**
 * Groups usage for a report.
 *
 * Contract: every slice of the span is in exactly one row and in the totals, so rows add up to the totals, in tokens
 * and in nano-dollars. Days are the time zone's own: 23 or 25 hours long where clocks change.
 */
export function usageReport(slices: Iterable<UsageSlice>, options: UsageOptions): UsageReport {
  const { by, timeZone } = options
  const groups = by === 'block' ? blocksOf(slices, options) : grouped(slices, options)
  const totals = new UsageSum()
  for (const { sum } of groups) totals.merge(sum)
  const rows = groups.map(rowOf)
  const order = isByTime(by) ? oldestFirst : byCost
  return { by, timeZone, rows: rows.sort(order), totals: totals.usage() }
}

/** Field by field: a report of hundreds of sessions is made by code that has just been loaded, where spreading is slow. */
function rowOf({ key, first, last, project, block, sum }: UsageGroup): UsageRow {
  const usage = sum.usage()
  return {
    key,
    first,
    last,
    project,
    block,
    messages: usage.messages,
    tokens: usage.tokens,
    totalTokens: usage.totalTokens,
    cost: usage.cost,
    unpricedTokens: usage.unpricedTokens,
    unpricedModels: usage.unpricedModels,
    models: usage.models,
    subagents: usage.subagents,
  }
}

function grouped(slices: Iterable<UsageSlice>, options: UsageOptions): UsageGroup[] {
  const { by, prices, since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = options
  const costOf = slicePricer(prices)
  const keyOf = keyFor(options)
  const isBounded = options.since !== undefined || options.until !== undefined
  const groups = new Map<string, Group>()
  for (const slice of slices) {
    if (isBounded && !(slice.first >= since && slice.first < until && isInstant(slice.first))) continue
    const key = keyOf(slice)
    let group = groups.get(key)
    if (group === undefined) {
      group = new Group(key)
      groups.set(key, group)
    }
    group.add(slice, costOf(slice))
  }
  return [...groups.values()].map((group) => group.row(by === 'session'))
}

function keyFor({ by, timeZone, weekStart = 1 }: UsageOptions): (slice: UsageSlice) => string {
  switch (by) {
    case 'session':
    case 'project':
    case 'model':
    case 'tool':
      return (slice) => slice[by]
    case 'block':
      throw new Error('Blocks are not keyed by slice')
    default: {
      const days = new ZoneDays(timeZone)
      const keys = new Map<number, string>()
      return ({ first }) => {
        const day = days.dayOf(first)
        const known = keys.get(day)
        if (known !== undefined) return known
        const key = Number.isNaN(day) ? NO_TIME : periodOf(day, by, weekStart)
        keys.set(day, key)
        return key
      }
    }
  }
}

function periodOf(day: number, by: 'daily' | 'weekly' | 'monthly', weekStart: number): string {
  if (by === 'daily') return dateOf(day)
  if (by === 'monthly') return dateOf(day).slice(0, -3)
  // 1970-01-01 was a Thursday.
  const sinceStart = (((day + 4 - weekStart) % 7) + 7) % 7
  return dateOf(day - sinceStart)
}

class Group {
  readonly #key: string
  readonly #sum = new UsageSum()
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY
  #project = ''

  constructor(key: string) {
    this.#key = key
  }

  add(slice: UsageSlice, cost: number | null): void {
    this.#sum.add(slice, cost)
    if (this.#project === '' || slice.first < this.#first) this.#project = slice.project
    if (!isInstant(slice.first)) return
    if (slice.first < this.#first) this.#first = slice.first
    if (slice.last > this.#last) this.#last = slice.last
  }

  row(isSession: boolean): UsageGroup {
    return {
      key: this.#key,
      first: Number.isFinite(this.#first) ? this.#first : null,
      last: Number.isFinite(this.#last) ? this.#last : null,
      project: isSession ? this.#project : null,
      block: null,
      sum: this.#sum,
    }
  }
}

function isByTime(by: UsageBy): boolean {
  return by === 'daily' || by === 'weekly' || by === 'monthly' || by === 'block'
}

function oldestFirst(a: UsageRow, b: UsageRow): number {
  const timeOf = ({ block, first, key }: UsageRow): number =>
    key === NO_TIME ? Number.POSITIVE_INFINITY : (block?.start ?? first ?? Number.POSITIVE_INFINITY)
  return timeOf(a) < timeOf(b) ? -1 : 1
}

function byCost(a: UsageRow, b: UsageRow): number {
  return costliestFirst(a, b) || (a.key < b.key ? -1 : 1)
}
