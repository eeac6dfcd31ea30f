import type { TokenUsage } from '@skein/transcript'
import { NO_USAGE } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { CLAUDE_PRICES } from './claude-prices.ts'
import { costOf } from './cost.ts'
import type { Priced } from './cost.ts'
import { longPromptOver } from './price-table.ts'

const DOLLAR = 1_000_000_000

describe('the cost of tokens', () => {
  it('is each class at its own price, and the searches', () => {
    const tokens = {
      input: 1000, // at $5 per million: $0.005
      output: 2000, // $25: $0.05
      cacheRead: 10_000, // $0.50: $0.005
      cacheWrite5m: 4000, // $6.25: $0.025
      cacheWrite1h: 1000, // $10: $0.01
      webSearches: 3, // $10 per thousand: $0.03
      webFetches: 7, // free
    }
    expect(cost(tokens, { model: 'claude-opus-4-5-20251101' })).toBe(0.125 * DOLLAR)
  })

  it('is the public list price of a million tokens of each class', () => {
    const million = 1_000_000
    const listed = (model: string): unknown[] =>
      (['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'] as const).map(
        // One message of a million tokens would be a long prompt.
        (key) => (cost({ [key]: million }, { model, longPrompt: false }) ?? Number.NaN) / DOLLAR,
      )
    expect(Object.fromEntries(Object.keys(LISTED).map((model) => [model, listed(model)]))).toEqual(LISTED)
    expect([...CLAUDE_PRICES.models.keys()].sort()).toEqual(Object.keys(LISTED).sort())
  })

  it('of a whole message is higher where its prompt is over 200,000 tokens', () => {
    const at = { input: 50_000, cacheRead: 150_000, output: 1000 }
    // 50,000 × $3 + 150,000 × $0.30 + 1,000 × $15, per million
    expect(cost(at, { model: 'claude-sonnet-4-5' })).toBe(0.21 * DOLLAR)
    // 50,001 × $6 + 150,000 × $0.60 + 1,000 × $22.50, per million
    expect(cost({ ...at, input: 50_001 }, { model: 'claude-sonnet-4-5' })).toBe(412_506_000)
    expect(cost(at, { model: 'claude-sonnet-4-5', longPrompt: true })).toBe(412_500_000)
  })

  it('of a long prompt went down on the day the premium ended', () => {
    const tokens = { input: 300_000, output: 1000 }
    const on = (day: string) => cost(tokens, { model: 'claude-opus-4-6', time: Date.parse(day) })
    expect(on('2026-03-12T23:59:59.999Z')).toBe(3.0375 * DOLLAR)
    expect(on('2026-03-13T00:00:00Z')).toBe(1.525 * DOLLAR)
    expect(cost(tokens, { model: 'claude-opus-4-6', time: null })).toBe(1.525 * DOLLAR)
  })

  it('of a long prompt begins where the model says', () => {
    expect(longPromptOver(CLAUDE_PRICES, 'claude-haiku-5-5')).toBe(100_000)
    expect(longPromptOver(CLAUDE_PRICES, 'claude-opus-5')).toBe(200_000)
    expect(longPromptOver(CLAUDE_PRICES, 'glm-5')).toBe(200_000)
    expect(cost({ input: 100_000 }, { model: 'claude-haiku-5-5' })).toBe(0.01 * DOLLAR)
    expect(cost({ input: 100_001 }, { model: 'claude-haiku-5-5' })).toBe(50_000_500)
  })

  it('is half in a batch, half a nano-dollar rounded up, searches in full', () => {
    expect(cost({ input: 1000, webSearches: 1 }, { model: 'claude-opus-5', tier: 'batch' })).toBe(12_500_000)
    // 125 nano-dollars for a token written to the cache.
    expect(cost({ cacheWrite5m: 1 }, { model: 'claude-haiku-5-5', tier: 'batch' })).toBe(63)
  })

  it('is a multiple in fast mode, whatever the length, and none where there is no fast mode', () => {
    const tokens = { input: 300_000, output: 1000 }
    const fast = (model: string) => cost(tokens, { model, tier: 'fast', time: Date.parse('2026-02-10') })
    expect([fast('claude-opus-4-6'), fast('claude-opus-5'), fast('claude-opus-5-5')]).toEqual([
      9.15 * DOLLAR, // 300,000 × $30 + 1,000 × $150
      3.05 * DOLLAR, // 300,000 × $10 + 1,000 × $50
      2.44 * DOLLAR, // 300,000 × $8 + 1,000 × $40
    ])
    expect(fast('claude-sonnet-5')).toBeNull()
  })

  it('is a tenth more on a region’s own endpoint, for models since Sonnet 4.5', () => {
    const tokens = { output: 1000 }
    expect(cost(tokens, { model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0' })).toBe(16_500_000)
    expect(cost(tokens, { model: 'global.anthropic.claude-sonnet-4-5-20250929-v1:0' })).toBe(15_000_000)
    expect(cost(tokens, { model: 'us.anthropic.claude-sonnet-4-20250514-v1:0' })).toBe(15_000_000)
  })

  it('is a tenth more for inference in the US only, in every tier, for models since Opus 4.6', () => {
    const tokens = { input: 1000, output: 1000, webSearches: 1 }
    const us = (model: string, tier = 'standard') => cost(tokens, { model, tier: `${tier}@us` })
    // $0.005 and $0.025 a thousand tokens, a tenth more; a search is $0.01 anywhere.
    expect(us('claude-opus-4-6')).toBe(0.043 * DOLLAR)
    expect(us('claude-opus-5', '')).toBe(0.043 * DOLLAR)
    expect(us('claude-opus-5', 'batch')).toBe(0.0265 * DOLLAR)
    expect(us('claude-opus-5', 'fast')).toBe(0.076 * DOLLAR)
    expect(us('claude-opus-4-5')).toBe(0.04 * DOLLAR)
    // Once, however it is told.
    expect(us('us.anthropic.claude-opus-5-v1:0')).toBe(0.043 * DOLLAR)
    expect(us('claude-sonnet-5', 'fast')).toBeNull()
    const premium = [...CLAUDE_PRICES.models].filter(([, prices]) => prices.every((price) => price.usPremium))
    const models = [...CLAUDE_PRICES.models.keys()]
    expect(premium.map(([model]) => model)).toEqual(models.slice(models.indexOf('claude-opus-4-6')))
  })

  it('is unknown for any model that is not listed, never nothing', () => {
    const models = ['claude-opus-6', 'claude-opus-4-9', 'opus', 'glm-5', '', '__proto__', 'constructor']
    for (const model of models) expect([model, cost({ input: 1 }, { model })]).toEqual([model, null])
  })

  it('does not depend on the tier where it has no price of its own', () => {
    for (const tier of ['standard', 'priority', '', 'something-new'])
      expect(cost({ input: 1000 }, { model: 'claude-opus-5', tier })).toBe(0.005 * DOLLAR)
  })
})

/** Dollars per million tokens of input, output, cache reads, and writes for five minutes and an hour. */
const LISTED = {
  'claude-3-haiku': [0.25, 1.25, 0.03, 0.3, 0.5],
  'claude-3-sonnet': [3, 15, 0.3, 3.75, 6],
  'claude-3-opus': [15, 75, 1.5, 18.75, 30],
  'claude-3-5-haiku': [0.8, 4, 0.08, 1, 1.6],
  'claude-3-5-sonnet': [3, 15, 0.3, 3.75, 6],
  'claude-3-7-sonnet': [3, 15, 0.3, 3.75, 6],
  'claude-sonnet-4': [3, 15, 0.3, 3.75, 6],
  'claude-opus-4': [15, 75, 1.5, 18.75, 30],
  'claude-opus-4-1': [15, 75, 1.5, 18.75, 30],
  'claude-sonnet-4-5': [3, 15, 0.3, 3.75, 6],
  'claude-haiku-4-5': [1, 5, 0.1, 1.25, 2],
  'claude-opus-4-5': [5, 25, 0.5, 6.25, 10],
  'claude-opus-4-6': [5, 25, 0.5, 6.25, 10],
  'claude-sonnet-4-6': [3, 15, 0.3, 3.75, 6],
  'claude-opus-4-7': [5, 25, 0.5, 6.25, 10],
  'claude-opus-4-8': [5, 25, 0.5, 6.25, 10],
  'claude-fable-5': [10, 50, 1, 12.5, 20],
  'claude-mythos-5': [10, 50, 1, 12.5, 20],
  'claude-sonnet-5': [2, 10, 0.2, 2.5, 4],
  'claude-opus-5': [5, 25, 0.5, 6.25, 10],
  'claude-fable-5-1': [10, 50, 0.25, 12.5, 20],
  'claude-mythos-5-1': [10, 50, 0.25, 12.5, 20],
  'claude-opus-5-5': [4, 20, 0.2, 5, 8],
  'claude-sonnet-5-5': [2, 10, 0.1, 2.5, 4],
  'claude-haiku-5-5': [0.1, 0.5, 0.01, 0.125, 0.2],
  'claude-fable-5-2': [8, 40, 0.2, 10, 16],
  'claude-mythos-5-2': [8, 40, 0.2, 10, 16],
}

/** At the newest price, unless a time is given. */
function cost(tokens: Partial<TokenUsage>, priced: Partial<Priced> & { model: string }): number | null {
  return costOf({ ...NO_USAGE, ...tokens }, { time: null, ...priced }, CLAUDE_PRICES)
}
