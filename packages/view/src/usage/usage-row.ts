import { Pricer } from '../prices/cost.ts'
import type { PriceTable } from '../prices/price-table.ts'
import type { UsageSlice } from './usage-slice.ts'
import type { UsageSum, UsageSummary } from './usage-sum.ts'

export type UsageBy = 'daily' | 'weekly' | 'monthly' | 'session' | 'project' | 'model' | 'tool' | 'block'

export interface UsageOptions {
  readonly by: UsageBy
  /** IANA name (`America/New_York`), or `LOCAL_ZONE`; a RangeError for any other. */
  readonly timeZone: string
  readonly prices: PriceTable
  /** The time of the report, in ms since the epoch: which block is active, and how long it has yet. */
  readonly now: number
  /** From this instant on, and before that one: beginnings of days (`startOfDate`), or of other quarter hours. */
  readonly since?: number
  readonly until?: number
  /** The day weeks begin on, 0 for Sunday to 6; Monday by default. */
  readonly weekStart?: number
}

export interface UsageRow extends UsageSummary {
  /**
   * `2026-03-29` for a day or the first day of a week, `2026-03` for a month, the beginning of a block in UTC, or the
   * session, project, model or tool. What has no time is under `NO_TIME` in reports by time.
   */
  readonly key: string
  /** Times of the first and the last message, in ms since the epoch; null where none has one. */
  readonly first: number | null
  readonly last: number | null
  /** The project of a session's first message; null in all other reports. */
  readonly project: string | null
  /** Null in all other reports. */
  readonly block: UsageBlock | null
}

/** A window of the five hours that limits of Claude plans are counted in, or the pause between two. */
export interface UsageBlock {
  readonly kind: 'block' | 'gap'
  /** `[start, end)` in ms since the epoch. */
  readonly start: number
  readonly end: number
  /** It runs now. */
  readonly active: boolean
  /** How fast it is used, over the time since its first message; null unless active. */
  readonly burn: BurnRate | null
  /** What it comes to if it goes on like this; null unless active. */
  readonly projection: Projection | null
}

export interface BurnRate {
  readonly tokensPerMinute: number
  /** Nano-dollars an hour; null where nothing has a price. */
  readonly costPerHour: number | null
}

export interface Projection {
  readonly minutesLeft: number
  readonly totalTokens: number
  /** Nano-dollars; null where nothing has a price. */
  readonly cost: number | null
}

/** The key of what has no time, in reports by time. It comes last. */
export const NO_TIME = '(no time)'

/** A row under way. */
export type UsageGroup = Omit<UsageRow, keyof UsageSummary> & { readonly sum: UsageSum }

/** Prices slices. One object serves all of them: a hundred thousand short-lived ones cost more than the pricing. */
export function slicePricer(prices: PriceTable): (slice: UsageSlice) => number | null {
  const pricer = new Pricer(prices)
  const priced = { model: '', time: 0, tier: '', longPrompt: false }
  return (slice) => {
    priced.model = slice.model
    priced.time = slice.first
    priced.tier = slice.tier
    priced.longPrompt = slice.longContext
    return pricer.costOf(slice.tokens, priced)
  }
}
