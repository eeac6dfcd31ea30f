import { canonicalModel } from './model-name.ts'

/** Nano-dollars a token, whole numbers: $3 per million tokens is 3000. */
export interface TokenPrices {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
}

/** What a model costs from a day on. */
export interface ModelPrice extends TokenPrices {
  /** The first day (UTC, `YYYY-MM-DD`) of this price; null for the price a model came out with. */
  readonly since: string | null
  /** The price of a whole message whose prompt has more tokens than `over`. */
  readonly longPrompt?: TokenPrices & { readonly over: number }
  /** How many times the price fast mode costs; absent where the model has none. */
  readonly fastTimes?: number
  /** On Bedrock a region's own endpoint costs a tenth more than the global one. */
  readonly regionalPremium?: boolean
  /** Inference that is kept in the US (`inference_geo` of the usage) costs a tenth more, tokens of all classes. */
  readonly usPremium?: boolean
}

/**
 * Prices of models.
 *
 * Contract: each list is in order of `since`, the first entry also prices what is older. A model that is not in the
 * table has no price; nobody guesses one from its name.
 */
export interface PriceTable {
  /** The day (`YYYY-MM-DD`) the prices were last compared with their sources. */
  readonly checked: string
  /** By the id a transcript has, or by its canonical name (`canonicalModel`); the former wins. */
  readonly models: ReadonlyMap<string, readonly ModelPrice[]>
  /** Nano-dollars a web search request. Web fetches cost nothing but their tokens. */
  readonly webSearch: number
}

/** The price of a model at a time (ms since the epoch), null if it has none. */
export function priceOf(table: PriceTable, model: string, time: number | null): ModelPrice | null {
  const prices = pricesOf(table, model)
  return prices === null ? null : priceAt(prices, time)
}

/** The price that holds at a time; the newest where nobody knows the time. */
export function priceAt(prices: readonly ModelPrice[], time: number | null): ModelPrice {
  if (prices.length === 1 || time === null || Number.isNaN(time)) return prices[prices.length - 1]
  return prices.findLast(({ since }) => since === null || instantOf(since) <= time) ?? prices[0]
}

/** A table has a handful of days, and a report asks for them once a slice. */
const instants = new Map<string, number>()

function instantOf(day: string): number {
  const known = instants.get(day)
  if (known !== undefined) return known
  const instant = Date.parse(day)
  instants.set(day, instant)
  return instant
}

/** All prices a model ever had, in order; null for a model without. */
export function pricesOf(table: PriceTable, model: string): readonly ModelPrice[] | null {
  return table.models.get(model) ?? table.models.get(canonicalModel(model).name) ?? null
}

/**
 * The prompt size (all input, cache reads and writes included) above which a message of the model counts as long,
 * whether or not it costs more: 200,000 tokens for all but the models that have a limit of their own.
 */
export function longPromptOver(table: PriceTable, model: string): number {
  const own = pricesOf(table, model)?.findLast(({ longPrompt }) => longPrompt !== undefined)
  return own?.longPrompt?.over ?? LONG_PROMPT
}

const LONG_PROMPT = 200_000
