import type { TokenUsage } from '@skein/transcript'
import { NO_USAGE } from '@skein/transcript'
import type { Priced, Pricer, PriceTable } from '@skein/view'
import { priceOf, promptTokens } from '@skein/view'
import type { SpanCost } from './span.ts'

/**
 * What a message cost, by what it was paid for; null where the model has no price.
 *
 * Contract: the classes add up to `Pricer.costOf` of the message. Half nano-dollars (batches, regional endpoints) are
 * rounded on the running sum, so that what one class rounds up the next does not.
 */
export function costByClass(
  tokens: TokenUsage,
  priced: Priced,
  { table, pricer }: { readonly table: PriceTable; readonly pricer: Pricer },
): SpanCost | null {
  const total = pricer.costOf(tokens, priced)
  if (total === null) return null
  const over = priceOf(table, priced.model, priced.time)?.longPrompt?.over
  const longPrompt = over !== undefined && promptTokens(tokens) > over
  const whole = { ...priced, longPrompt }
  const counted: Counted = { ...NO_USAGE }
  const cost: Counted = { ...NO_USAGE }
  let sum = 0
  for (const name of CLASSES) {
    counted[name] = tokens[name]
    const upTo = pricer.costOf(counted, whole) ?? 0
    cost[name] = upTo - sum
    sum = upTo
  }
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches } = cost
  return { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches, total }
}

type Counted = { -readonly [K in keyof TokenUsage]: TokenUsage[K] }

const CLASSES = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'webSearches',
] as const satisfies readonly (keyof TokenUsage & keyof SpanCost)[]
