import { NO_USAGE } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { CLAUDE_PRICES } from './claude-prices.ts'
import { costOf } from './cost.ts'
import { parsePriceOverrides, withOverrides } from './overrides.ts'

describe('a price file', () => {
  it('says whether inference in the US only costs more, which it does not by itself', () => {
    const priced = (price: object): unknown => {
      const { prices, diagnostics } = parsePriceOverrides(
        JSON.stringify({ models: { 'claude-opus-5': price } }),
      )
      const table = withOverrides(CLAUDE_PRICES, prices)
      const tokens = { ...NO_USAGE, output: 1000 }
      return [costOf(tokens, { model: 'claude-opus-5', time: null, tier: 'standard@us' }, table), diagnostics]
    }
    expect(priced({ input: 4, output: 20 })).toEqual([20_000_000, []])
    expect(priced({ input: 4, output: 20, usPremium: true })).toEqual([22_000_000, []])
    // Left out as a whole, so the built-in price holds.
    expect(priced({ input: 4, output: 20, usPremium: 1.1 })).toEqual([
      27_500_000,
      [{ where: 'models.claude-opus-5.usPremium', message: 'must be true or false, not 1.1.' }],
    ])
  })

  it('is in dollars per million tokens; cache prices follow Claude’s ratios unless given', () => {
    const file = {
      models: {
        'glm-5': { input: 1, output: 3.2, cacheRead: 0.2 },
        'claude-opus-5': [
          { since: '2026-12-01', input: 4, output: 20 },
          { since: '2026-11-01', input: 6, output: 30, longPrompt: { over: 500_000, input: 12, output: 45 } },
        ],
      },
      webSearch: 5,
    }
    expect(parsePriceOverrides(JSON.stringify(file))).toEqual({
      diagnostics: [],
      prices: {
        webSearch: 5_000_000,
        models: new Map([
          [
            'glm-5',
            [
              {
                since: null,
                input: 1000,
                output: 3200,
                cacheRead: 200,
                cacheWrite5m: 1250,
                cacheWrite1h: 2000,
              },
            ],
          ],
          [
            'claude-opus-5',
            [
              {
                since: '2026-11-01',
                input: 6000,
                output: 30_000,
                cacheRead: 600,
                cacheWrite5m: 7500,
                cacheWrite1h: 12_000,
                longPrompt: {
                  over: 500_000,
                  input: 12_000,
                  output: 45_000,
                  cacheRead: 1200,
                  cacheWrite5m: 15_000,
                  cacheWrite1h: 24_000,
                },
              },
              {
                since: '2026-12-01',
                input: 4000,
                output: 20_000,
                cacheRead: 400,
                cacheWrite5m: 5000,
                cacheWrite1h: 8000,
              },
            ],
          ],
        ]),
      },
    })
  })

  it('wins over the built-in prices, from its day on', () => {
    const table = tableWith({
      models: {
        'glm-5': { input: 1, output: 2 },
        'claude-opus-5': [{ since: '2026-12-01', input: 4, output: 20 }],
        'claude-sonnet-5-20260630': { input: 0, output: 1 },
      },
      webSearch: 5,
    })
    const output = { ...NO_USAGE, output: 1000, webSearches: 1 }
    const cost = (model: string, day: string) => costOf(output, { model, time: Date.parse(day) }, table)
    expect([
      cost('glm-5', '2026-01-01'), // 1,000 × $2 per million + $5 per thousand
      cost('claude-opus-5', '2026-11-30'), // the built-in $25
      cost('claude-opus-5', '2026-12-01'), // $20
      cost('us.anthropic.claude-opus-5', '2026-12-01'), // all spellings
      cost('claude-sonnet-5-20260630', '2026-12-01'), // only this spelling
      cost('claude-sonnet-5', '2026-12-01'),
      cost('gpt-9', '2026-12-01'),
    ]).toEqual([7_000_000, 30_000_000, 25_000_000, 25_000_000, 6_000_000, 15_000_000, null])
  })

  it('says what is wrong and where, and keeps what is right', () => {
    const file = {
      models: {
        a: { input: 'cheap', output: 1 },
        b: { input: 1 },
        c: [],
        d: { input: -1, output: 1 },
        e: { input: 1, output: 1, since: '2026-02-30' },
        f: { input: 1, output: 1, cacheWrites: 2 },
        g: 3,
        h: { input: 0.00012, output: 1 },
        i: [
          { input: 1, output: 1 },
          { input: 2, output: 2 },
        ],
        j: { input: 1, output: 1, longPrompt: { input: 1, output: 1 } },
      },
      web_search: 5,
    }
    const { prices, diagnostics } = parsePriceOverrides(JSON.stringify(file))
    const dollars = 'must be a number of dollars from 0 to 1,000,000, not'
    expect(diagnostics).toEqual([
      { where: 'web_search', message: 'is not known here (models, webSearch); it is ignored.' },
      { where: 'models.a.input', message: `${dollars} "cheap".` },
      { where: 'models.b.output', message: `${dollars} nothing.` },
      { where: 'models.c', message: 'The list of prices is empty.' },
      { where: 'models.d.input', message: `${dollars} -1.` },
      { where: 'models.e.since', message: 'must be a day like 2026-03-31, not "2026-02-30".' },
      {
        where: 'models.f.cacheWrites',
        message:
          'is not known here (input, output, cacheRead, cacheWrite5m, cacheWrite1h, since, longPrompt, usPremium); it is ignored.',
      },
      { where: 'models.g', message: 'must be an object, not 3.' },
      { where: 'models.h.input', message: 'is finer than a thousandth of a dollar; 0 is used.' },
      { where: 'models.i', message: 'Two prices begin on the first day.' },
      { where: 'models.j.longPrompt.over', message: 'must be a whole number of tokens, not nothing.' },
    ])
    expect([...prices.models.keys()]).toEqual(['f', 'h'])
  })

  it('that is no price file changes nothing', () => {
    for (const text of ['{', '', 'null', '[]', '"x"', '{"models":[]}', '{"models":{"__proto__":1}}']) {
      const { prices, diagnostics } = parsePriceOverrides(text)
      expect([text, diagnostics.length, prices]).toEqual([text, 1, { models: new Map(), webSearch: null }])
    }
  })

  it('may name a model like a property of every object', () => {
    const text = '{"models":{"__proto__":{"input":1,"output":1},"constructor":{"input":2,"output":2}}}'
    const table = withOverrides(CLAUDE_PRICES, parsePriceOverrides(text).prices)
    const cost = (model: string) => costOf({ ...NO_USAGE, input: 1 }, { model, time: null }, table)
    expect([cost('__proto__'), cost('constructor'), cost('toString')]).toEqual([1000, 2000, null])
  })
})

function tableWith(file: object) {
  const { prices, diagnostics } = parsePriceOverrides(JSON.stringify(file))
  expect(diagnostics).toEqual([])
  return withOverrides(CLAUDE_PRICES, prices)
}
