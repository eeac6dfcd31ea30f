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
  let counted = NO_USAGE
  let sum = 0
  const classes = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0 }
  for (const name of CLASSES) {
    counted = { ...counted, [name]: tokens[name] }
    const upTo = pricer.costOf(counted, { ...priced, longPrompt }) ?? 0
    classes[name] = upTo - sum
    sum = upTo
  }
  return { ...classes, total }
}

const CLASSES = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'webSearches',
] as const satisfies readonly (keyof TokenUsage & keyof SpanCost)[]
