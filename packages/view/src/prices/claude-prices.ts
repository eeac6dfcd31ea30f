import type { ModelPrice, PriceTable, TokenPrices } from './price-table.ts'

/** Of Opus 4.6 and all models since. */
const PREMIUMS = { regionalPremium: true, usPremium: true } as const

/*
 * Public list prices of Claude models, in nano-dollars a token.
 *
 * Sources, compared on 2026-11-16:
 * - Claude Code 2.1.325 carries a price list of its own. Every model here from 3.5 Haiku on is in it, with these
 *   prices, fast mode and Haiku 5.5's long prompts included. So is the price of a web search.
 * - ccusage 20.0.24, run offline on one made-up message per model and token class, gives the same figures for the
 *   models from 3 Haiku to Mythos 5.1. It has no price for Opus, Sonnet and Haiku 5.5; Fable and Mythos
 *   5.2 were not asked of it.
 * - The premium on prompts over 200,000 tokens and the day it ended for the 4.6 models are from Anthropic's price
 *   page and announcement of 2026-03-13. ccusage charges it on the part of each class that is over 200,000, which is
 *   not how it is billed: the whole message costs more.
 * - The premium on inference in the US only, and that Opus 4.6 and all models since have it (older ones refuse to be asked for
 *   it), are from Anthropic's page on data residency.
 *
 * Not told by a transcript's columns, and so not in any cost: discounts and subscriptions. A cost is what the API would have charged at list price.
 */
export const CLAUDE_PRICES: PriceTable = {
  checked: '2026-11-16',
  webSearch: 10_000_000,
  models: new Map<string, readonly ModelPrice[]>([
    ['claude-3-haiku', [{ since: null, ...usual(250, 1250), cacheRead: 30, cacheWrite5m: 300 }]],
    ['claude-3-sonnet', [{ since: null, ...usual(3000, 15_000) }]],
    ['claude-3-opus', [{ since: null, ...usual(15_000, 75_000) }]],
    ['claude-3-5-haiku', [{ since: null, ...usual(800, 4000) }]],
    ['claude-3-5-sonnet', [{ since: null, ...usual(3000, 15_000) }]],
    ['claude-3-7-sonnet', [{ since: null, ...usual(3000, 15_000) }]],
    ['claude-sonnet-4', [{ since: null, ...usual(3000, 15_000), longPrompt: long(6000, 22_500) }]],
    ['claude-opus-4', [{ since: null, ...usual(15_000, 75_000) }]],
    ['claude-opus-4-1', [{ since: null, ...usual(15_000, 75_000) }]],
    [
      'claude-sonnet-4-5',
      [{ since: null, ...usual(3000, 15_000), longPrompt: long(6000, 22_500), regionalPremium: true }],
    ],
    ['claude-haiku-4-5', [{ since: null, ...usual(1000, 5000), regionalPremium: true }]],
    ['claude-opus-4-5', [{ since: null, ...usual(5000, 25_000), regionalPremium: true }]],
    [
      'claude-opus-4-6',
      [
        { ...opus(6), longPrompt: long(10_000, 37_500) },
        { ...opus(6), since: '2026-03-13' },
      ],
    ],
    [
      'claude-sonnet-4-6',
      [
        { since: null, ...usual(3000, 15_000), longPrompt: long(6000, 22_500), ...PREMIUMS },
        { since: '2026-03-13', ...usual(3000, 15_000), ...PREMIUMS },
      ],
    ],
    ['claude-opus-4-7', [opus(6)]],
    ['claude-opus-4-8', [opus(2)]],
    ['claude-fable-5', [{ since: null, ...usual(10_000, 50_000), ...PREMIUMS }]],
    ['claude-mythos-5', [{ since: null, ...usual(10_000, 50_000), ...PREMIUMS }]],
    ['claude-sonnet-5', [{ since: null, ...usual(2000, 10_000), ...PREMIUMS }]],
    ['claude-opus-5', [opus(2)]],
    ['claude-fable-5-1', [{ since: null, ...usual(10_000, 50_000), cacheRead: 250, ...PREMIUMS }]],
    ['claude-mythos-5-1', [{ since: null, ...usual(10_000, 50_000), cacheRead: 250, ...PREMIUMS }]],
    ['claude-opus-5-5', [{ since: null, ...usual(4000, 20_000), cacheRead: 200, fastTimes: 2, ...PREMIUMS }]],
    [
      'claude-sonnet-5-5',
      [
        { since: null, ...usual(2000, 10_000), ...PREMIUMS },
        // The day the lower price of cache reads was first seen in public lists.
        { since: '2026-10-08', ...usual(2000, 10_000), cacheRead: 100, ...PREMIUMS },
      ],
    ],
    [
      'claude-haiku-5-5',
      [{ since: null, ...usual(100, 500), longPrompt: long(500, 2500, 100_000), ...PREMIUMS }],
    ],
    ['claude-fable-5-2', [fable52()]],
    ['claude-mythos-5-2', [fable52()]],
  ]),
}

/** Claude's usual ratios: a cache read is a tenth of input, a write 1.25 times it for five minutes, twice for an hour. */
export function usual(input: number, output: number): TokenPrices {
  return {
    input,
    output,
    cacheRead: Math.round(input / 10),
    cacheWrite5m: Math.round(input * 1.25),
    cacheWrite1h: input * 2,
  }
}

function long(input: number, output: number, over = 200_000): TokenPrices & { readonly over: number } {
  return { ...usual(input, output), over }
}

/** Opus from 4.6 to 5. */
function opus(fastTimes: number): ModelPrice {
  return { since: null, ...usual(5000, 25_000), fastTimes, ...PREMIUMS }
}

function fable52(): ModelPrice {
  return { since: null, ...usual(8000, 40_000), cacheRead: 200, fastTimes: 2, ...PREMIUMS }
}
