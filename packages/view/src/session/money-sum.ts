import type { MessageUsage, TokenUsage, Transcript } from '@skein/transcript'
import { NO_USAGE, usageOf } from '@skein/transcript'
import type { Pricer } from '../prices/cost.ts'
import { allTokens } from '../prices/cost.ts'
import type { Cost } from './session-view.ts'

/** What one message used and cost. */
export interface Spent {
  readonly tokens: TokenUsage
  /** Null where its model has no price. */
  readonly nanoDollars: number | null
}

/** What a message used, held to whole numbers that sums survive: a hostile file says anything. */
export function spentBy(transcript: Transcript, pricer: Pricer, key: number): Spent | null {
  const usage = usageOf(transcript, key)
  return usage === null ? null : spentAt(transcript, pricer, usage)
}

function spentAt({ scan }: Transcript, pricer: Pricer, { tokens: told, row, model }: MessageUsage): Spent {
  const { columns, usage, ids } = scan
  const tokens: TokenUsage = {
    input: whole(told.input),
    output: whole(told.output),
    cacheRead: whole(told.cacheRead),
    cacheWrite5m: whole(told.cacheWrite5m),
    cacheWrite1h: whole(told.cacheWrite1h),
    webSearches: whole(told.webSearches),
    webFetches: whole(told.webFetches),
  }
  const time = Number.isNaN(columns.time[row]) ? null : columns.time[row]
  const tier = ids.text(usage.serviceTier[columns.usage[row]])
  return { tokens, nanoDollars: pricer.costOf(tokens, { model, time, tier }) }
}

function whole(count: number): number {
  return count >= 1 ? Math.min(Math.floor(count), MOST_TOKENS) : 0
}

/** A thousand times what any model takes in; sums of a million such messages are exact. */
const MOST_TOKENS = 1e9

/** What messages spent, by key, worked out once for each state of a message. */
export class SpentTable {
  readonly #transcript: Transcript
  readonly #pricer: Pricer
  readonly #known = new Map<number, Spent | null>()

  constructor(transcript: Transcript, pricer: Pricer) {
    this.#transcript = transcript
    this.#pricer = pricer
  }

  of(key: number): Spent | null {
    const known = this.#known.get(key)
    return known === undefined ? this.renewed(key) : known
  }

  /** After a row was added to the message. */
  renewed(key: number): Spent | null {
    const spent = spentBy(this.#transcript, this.#pricer, key)
    this.#known.set(key, spent)
    return spent
  }

  /** As it was last worked out. */
  known(key: number): Spent | null {
    return this.#known.get(key) ?? null
  }
}

/** Adds up what messages spent. Exact, so that what was added can be taken away again. */
export class MoneySum {
  readonly #tokens: Counts = { ...NO_USAGE }
  #nanoDollars = 0n
  #priced = 0
  #unpriced = 0
  #unpricedTokens = 0

  get tokens(): TokenUsage {
    return { ...this.#tokens }
  }

  add(spent: Spent): void {
    this.#count(spent, 1)
  }

  takeAway(spent: Spent): void {
    this.#count(spent, -1)
  }

  cost(): Cost {
    const isUnknown = this.#priced === 0 && this.#unpriced > 0
    return { nanoDollars: isUnknown ? null : Number(this.#nanoDollars), unpricedTokens: this.#unpricedTokens }
  }

  #count({ tokens, nanoDollars }: Spent, times: 1 | -1): void {
    const sum = this.#tokens
    sum.input += times * tokens.input
    sum.output += times * tokens.output
    sum.cacheRead += times * tokens.cacheRead
    sum.cacheWrite5m += times * tokens.cacheWrite5m
    sum.cacheWrite1h += times * tokens.cacheWrite1h
    sum.webSearches += times * tokens.webSearches
    sum.webFetches += times * tokens.webFetches
    if (nanoDollars === null) {
      this.#unpriced += times
      this.#unpricedTokens += times * allTokens(tokens)
      return
    }
    this.#priced += times
    this.#nanoDollars += BigInt(times * Math.round(nanoDollars))
  }
}

type Counts = { -readonly [Kind in keyof TokenUsage]: number }
