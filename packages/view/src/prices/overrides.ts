import { usual } from './claude-prices.ts'
import type { ModelPrice, PriceTable, TokenPrices } from './price-table.ts'
import { pricesOf } from './price-table.ts'

/** Prices a user supplies. They win over the built-in ones. */
export interface PriceOverrides {
  /** In order of `since`. */
  readonly models: ReadonlyMap<string, readonly ModelPrice[]>
  /** Null where the file does not say. */
  readonly webSearch: number | null
}

/** What is wrong with a price file, and where in it. */
export interface PriceDiagnostic {
  /** Like `models.glm-5.input`; empty for the file as a whole. */
  readonly where: string
  readonly message: string
}

/**
 * Reads a price file. It holds dollars per million tokens:
 *
 *     { "models": { "glm-5": { "input": 1, "output": 3.2, "cacheRead": 0.2 },
 *                   "claude-opus-5": [{ "since": "2026-12-01", "input": 4, "output": 20 }] },
 *       "webSearch": 10 }
 *
 * A name is an id as transcripts have it, or a canonical one for all its spellings. `input` and `output` must be there;
 * `cacheRead`, `cacheWrite5m` and `cacheWrite1h` are 0.1, 1.25 and 2 times `input` unless given. `longPrompt` takes the
 * same five and `over`, a number of tokens. A list with `since` changes the price on a day and leaves what was before.
 * `usPremium` says whether inference in the US only costs a tenth more; it does not unless given. `webSearch` is dollars per
 * 1,000 requests. Fast mode has no price where a model's price is overridden. Prices are kept in whole nano-dollars a token, a thousandth of a dollar
 * per million.
 *
 * Contract: never throws. What is wrong is a diagnostic, and the price it stands in is left out as a whole.
 */
export function parsePriceOverrides(json: string): {
  readonly prices: PriceOverrides
  readonly diagnostics: readonly PriceDiagnostic[]
} {
  const diagnostics: PriceDiagnostic[] = []
  const say = (where: string, message: string): null => {
    diagnostics.push({ where, message })
    return null
  }
  const read = parsed(json, say)
  const file = read === null ? null : objectIn(read.value, '', say)
  const models = new Map<string, readonly ModelPrice[]>()
  if (file !== null) {
    unknownKeys(file, ['models', 'webSearch'], '', say)
    const named = file.models === undefined ? {} : (objectIn(file.models, 'models', say) ?? {})
    for (const [name, value] of Object.entries(named)) {
      const prices = modelPrices(value, `models.${name}`, say)
      if (prices !== null) models.set(name, prices)
    }
  }
  const search = file?.webSearch === undefined ? null : dollars(file.webSearch, 'webSearch', say)
  // Dollars per 1,000 requests: a thousandth of a dollar is a million nano-dollars.
  return {
    prices: { models, webSearch: search === null ? null : Math.round(search * 1_000_000) },
    diagnostics,
  }
}

/** The table with a user's prices in it. A dated price leaves the built-in ones before its day as they are. */
export function withOverrides(table: PriceTable, { models, webSearch }: PriceOverrides): PriceTable {
  const merged = new Map(table.models)
  for (const [name, prices] of models) {
    const first = prices[0].since
    const before =
      first === null ? [] : (pricesOf(table, name) ?? []).filter(({ since }) => (since ?? '') < first)
    merged.set(name, [...before, ...prices])
  }
  return { ...table, models: merged, webSearch: webSearch ?? table.webSearch }
}

type Say = (where: string, message: string) => null
type Fields = Readonly<Record<string, unknown>>

const TOKEN_KEYS = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'] as const

function parsed(json: string, say: Say): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(json) }
  } catch (error) {
    return say('', `The price file is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function modelPrices(value: unknown, where: string, say: Say): readonly ModelPrice[] | null {
  if (!Array.isArray(value)) {
    const price = modelPrice(value, where, say)
    return price === null ? null : [price]
  }
  if (value.length === 0) return say(where, 'The list of prices is empty.')
  const prices = value.flatMap((one, i) => modelPrice(one, `${where}[${i}]`, say) ?? [])
  if (prices.length < value.length) return null
  const ordered = prices.toSorted((a, b) => ((a.since ?? '') < (b.since ?? '') ? -1 : 1))
  const twice = ordered.find(({ since }, i) => i > 0 && since === ordered[i - 1].since)
  return twice === undefined ? ordered : say(where, `Two prices begin on ${twice.since ?? 'the first day'}.`)
}

function modelPrice(value: unknown, where: string, say: Say): ModelPrice | null {
  const fields = objectIn(value, where, say)
  if (fields === null) return null
  unknownKeys(fields, [...TOKEN_KEYS, 'since', 'longPrompt', 'usPremium'], where, say)
  const since = fields.since === undefined ? undefined : dayIn(fields.since, `${where}.since`, say)
  const tokens = tokenPrices(fields, where, say)
  const longPrompt = fields.longPrompt === undefined ? undefined : longPrices(fields.longPrompt, where, say)
  const usPremium =
    fields.usPremium === undefined ? undefined : flagIn(fields.usPremium, `${where}.usPremium`, say)
  if (since === null || tokens === null || longPrompt === null || usPremium === null) return null
  return {
    since: since ?? null,
    ...tokens,
    ...(longPrompt === undefined ? {} : { longPrompt }),
    ...(usPremium === undefined ? {} : { usPremium }),
  }
}

function longPrices(value: unknown, where: string, say: Say): ModelPrice['longPrompt'] | null {
  const at = `${where}.longPrompt`
  const fields = objectIn(value, at, say)
  if (fields === null) return null
  unknownKeys(fields, [...TOKEN_KEYS, 'over'], at, say)
  const tokens = tokenPrices(fields, at, say)
  const { over } = fields
  if (typeof over !== 'number' || !Number.isSafeInteger(over) || over <= 0)
    return say(`${at}.over`, `must be a whole number of tokens, not ${shown(over)}.`)
  return tokens === null ? null : { ...tokens, over }
}

function tokenPrices(fields: Fields, where: string, say: Say): TokenPrices | null {
  const given: Partial<Record<(typeof TOKEN_KEYS)[number], number>> = {}
  let whole = true
  for (const key of TOKEN_KEYS) {
    const value = fields[key]
    if (value === undefined && key !== 'input' && key !== 'output') continue
    const price = dollars(value, `${where}.${key}`, say)
    if (price === null) whole = false
    else given[key] = nanoDollars(price, `${where}.${key}`, say)
  }
  const { input, output } = given
  if (!whole || input === undefined || output === undefined) return null
  return { ...usual(input, output), ...given }
}

/** $0.1234 per million tokens is 123.4 nano-dollars a token: rounded, and said so. */
function nanoDollars(perMillion: number, where: string, say: Say): number {
  const nano = Math.round(perMillion * 1000)
  if (Math.abs(perMillion * 1000 - nano) > 1e-6)
    say(where, `is finer than a thousandth of a dollar; ${nano / 1000} is used.`)
  return nano
}

/** No model costs a million dollars per million tokens; beyond it sums stop being exact. */
const HIGHEST = 1_000_000

function dollars(value: unknown, where: string, say: Say): number | null {
  if (typeof value === 'number' && value >= 0 && value <= HIGHEST) return value
  return say(where, `must be a number of dollars from 0 to 1,000,000, not ${shown(value)}.`)
}

function flagIn(value: unknown, where: string, say: Say): boolean | null {
  return typeof value === 'boolean' ? value : say(where, `must be true or false, not ${shown(value)}.`)
}

function dayIn(value: unknown, where: string, say: Say): string | null {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    const time = Date.parse(value)
    // `2026-02-30` parses in no engine alike; only a day that reads back the same is one.
    if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(value)) return value
  }
  return say(where, `must be a day like 2026-03-31, not ${shown(value)}.`)
}

function objectIn(value: unknown, where: string, say: Say): Fields | null {
  // An object of JSON; each field is checked before use.
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  return say(where, `must be an object, not ${shown(value)}.`)
}

function unknownKeys(fields: Fields, known: readonly string[], where: string, say: Say): void {
  for (const key of Object.keys(fields))
    if (!known.includes(key))
      say(where === '' ? key : `${where}.${key}`, `is not known here (${known.join(', ')}); it is ignored.`)
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
