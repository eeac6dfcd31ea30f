import { US_ONLY, type TokenUsage } from '@skein/transcript'
import { canonicalModel } from './model-name.ts'
import type { ModelPrice, PriceTable, TokenPrices } from './price-table.ts'
import { priceAt, pricesOf } from './price-table.ts'

/** What decides the price of some tokens, besides their number. */
export interface Priced {
  readonly model: string
  /** When they were used, in ms since the epoch; null where nobody knows, then the newest price holds. */
  readonly time: number | null
  /**
   * `service_tier` of the usage; `batch` is half price, `fast` stands for fast mode, all others are standard. With `US_ONLY`
   * behind it, inference was kept in the US.
   */
  readonly tier?: string
  /** Whether the prompt was long (`longPromptOver`); by default the tokens are one message's and tell it. */
  readonly longPrompt?: boolean
}

/**
 * What tokens cost at list price, in whole nano-dollars; null where the model has no price.
 *
 * Contract: exact up to 2^53 nano-dollars, nine million dollars; beyond that the nearest number a double holds.
 * Prices are whole, so sums of costs equal costs of sums, except in batches, on regional endpoints and in the US only, where
 * half a nano-dollar rounds up, once for each call. Searches cost the same in every tier.
 */
export function costOf(tokens: TokenUsage, priced: Priced, table: PriceTable): number | null {
  return new Pricer(table).costOf(tokens, priced)
}

/** `costOf` for many: it takes each model's id apart once. */
export class Pricer {
  readonly #table: PriceTable
  readonly #known = new Map<string, Known>()

  constructor(table: PriceTable) {
    this.#table = table
  }

  costOf(tokens: TokenUsage, priced: Priced): number | null {
    const { prices, regional } = this.#know(priced.model)
    if (prices === null) return null
    const price = priceAt(prices, priced.time)
    const isUsOnly = priced.tier?.endsWith(US_ONLY) === true
    const tier = isUsOnly ? priced.tier?.slice(0, -US_ONLY.length) : priced.tier
    const isFast = tier === 'fast'
    const rates = isFast ? fastRates(price) : ratesOf(price, priced, tokens)
    if (rates === null) return null
    const searches = tokens.webSearches * this.#table.webSearch
    const base = weighed(tokens, rates)
    const times = isFast ? (price.fastTimes ?? 1) : 1
    const batch = tier === 'batch'
    const premium = (regional && price.regionalPremium === true) || (isUsOnly && price.usPremium === true)
    // In this order all but the last step is exact.
    const tenths = base * times * (premium ? 11 : 10)
    return Math.round(tenths / (batch ? 20 : 10)) + searches
  }

  #know(model: string): Known {
    const known = this.#known.get(model)
    if (known !== undefined) return known
    const looked = { prices: pricesOf(this.#table, model), regional: canonicalModel(model).regional }
    this.#known.set(model, looked)
    return looked
  }
}

/** All tokens a message's prompt had, however they were cached. */
export function promptTokens(tokens: TokenUsage): number {
  return tokens.input + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h
}

/** All tokens, in and out. */
export function allTokens(tokens: TokenUsage): number {
  return promptTokens(tokens) + tokens.output
}

interface Known {
  readonly prices: readonly ModelPrice[] | null
  readonly regional: boolean
}

/** Fast mode has one price for prompts of any length; a model without fast mode has no price for it. */
function fastRates(price: ModelPrice): TokenPrices | null {
  return price.fastTimes === undefined ? null : price
}

function ratesOf(price: ModelPrice, priced: Priced, tokens: TokenUsage): TokenPrices {
  const { longPrompt } = price
  if (longPrompt === undefined) return price
  return (priced.longPrompt ?? promptTokens(tokens) > longPrompt.over) ? longPrompt : price
}

function weighed(tokens: TokenUsage, rates: TokenPrices): number {
  return (
    tokens.input * rates.input +
    tokens.output * rates.output +
    tokens.cacheRead * rates.cacheRead +
    tokens.cacheWrite5m * rates.cacheWrite5m +
    tokens.cacheWrite1h * rates.cacheWrite1h
  )
}
