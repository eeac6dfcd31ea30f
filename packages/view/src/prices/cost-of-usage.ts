import type { TokenUsage } from '@skein/transcript'
import type { Cost } from '../session/session-view.ts'
import { allTokens, costOf } from './cost.ts'
import type { PriceTable } from './price-table.ts'

/** Tokens that are priced in one way. */
export interface PricedUsage {
  readonly model: string
  readonly tier: string
  readonly longContext: boolean
  readonly tokens: TokenUsage
}

/** What a session cost, by the prices of one moment, that of its last activity. */
export function costOfUsage(usage: readonly PricedUsage[], time: number, prices: PriceTable): Cost {
  // Nothing was used, so nothing was paid.
  let nanoDollars: number | null = usage.length === 0 ? 0 : null
  let unpricedTokens = 0
  for (const { tokens, model, tier, longContext } of usage) {
    const cost = costOf(tokens, { model, tier, longPrompt: longContext, time }, prices)
    if (cost === null) unpricedTokens += allTokens(tokens)
    else nanoDollars = (nanoDollars ?? 0) + cost
  }
  return { nanoDollars, unpricedTokens }
}
