import { NO_USAGE } from '@skein/transcript'
import { describe, expect, it } from 'vitest'
import { CLAUDE_PRICES } from '../prices/claude-prices.ts'
import { usageReport } from './usage-report.ts'
import type { UsageOptions } from './usage-row.ts'
import type { UsageSlice } from './usage-slice.ts'

describe('usage by day', () => {
  it('is what each day used and cost, and adds up', () => {
    const slices = [
      slice('2026-11-02T09:00Z', { tokens: { output: 1000, cacheRead: 10_000 }, messages: 2 }),
      slice('2026-11-02T09:30Z', { model: 'glm-5', tokens: { input: 700 }, subagent: true }),
      slice('2026-11-03T10:00Z', {
        model: 'claude-haiku-4-5-20251001',
        tokens: { input: 2000, webSearches: 1 },
        subagent: true,
      }),
    ]
    const opus = {
      model: 'claude-opus-5',
      messages: 2,
      tokens: { ...NO_USAGE, output: 1000, cacheRead: 10_000 },
      totalTokens: 11_000,
      cost: 30_000_000, // 1,000 × $25 + 10,000 × $0.50, per million
    }
    const glm = {
      model: 'glm-5',
      messages: 1,
      tokens: { ...NO_USAGE, input: 700 },
      totalTokens: 700,
      cost: null,
    }
    const haiku = {
      model: 'claude-haiku-4-5-20251001',
      messages: 1,
      tokens: { ...NO_USAGE, input: 2000, webSearches: 1 },
      totalTokens: 2000,
      cost: 12_000_000, // 2,000 × $1 per million, and a search for a cent
    }
    expect(report(slices, { by: 'daily' })).toEqual({
      by: 'daily',
      timeZone: 'UTC',
      rows: [
        {
          key: '2026-11-02',
          first: Date.parse('2026-11-02T09:00Z'),
          last: Date.parse('2026-11-02T09:30Z'),
          project: null,
          block: null,
          messages: 3,
          tokens: { ...NO_USAGE, input: 700, output: 1000, cacheRead: 10_000 },
          totalTokens: 11_700,
          cost: 30_000_000,
          unpricedTokens: 700,
          unpricedModels: ['glm-5'],
          models: [opus, glm],
          subagents: { messages: 1, totalTokens: 700, cost: 0 },
        },
        {
          key: '2026-11-03',
          first: Date.parse('2026-11-03T10:00Z'),
          last: Date.parse('2026-11-03T10:00Z'),
          project: null,
          block: null,
          messages: 1,
          tokens: haiku.tokens,
          totalTokens: 2000,
          cost: 12_000_000,
          unpricedTokens: 0,
          unpricedModels: [],
          models: [haiku],
          subagents: { messages: 1, totalTokens: 2000, cost: 12_000_000 },
        },
      ],
      totals: {
        messages: 4,
        tokens: { ...NO_USAGE, input: 2700, output: 1000, cacheRead: 10_000, webSearches: 1 },
        totalTokens: 13_700,
        cost: 42_000_000,
        unpricedTokens: 700,
        unpricedModels: ['glm-5'],
        models: [opus, haiku, glm],
        subagents: { messages: 2, totalTokens: 2700, cost: 12_000_000 },
      },
    })
  })

  it('has no price rather than none where nothing in it is priced', () => {
    const [row] = report([slice('2026-11-02T09:00Z', { model: '' })], { by: 'daily' }).rows
    expect([row.cost, row.unpricedTokens, row.unpricedModels]).toEqual([null, 1000, ['']])
    expect(report([], { by: 'daily' }).totals.cost).toBe(0)
  })

  it('takes the days of the time zone, clock changes included', () => {
    const times = ['2026-03-08T04:45Z', '2026-03-08T05:00Z', '2026-03-09T03:45Z', '2026-03-09T04:00Z']
    const slices = times.map((time) => slice(time))
    expect(counts(slices, { by: 'daily', timeZone: 'America/New_York' })).toEqual([
      ['2026-03-07', 1],
      ['2026-03-08', 2],
      ['2026-03-09', 1],
    ])
    expect(counts(slices, { by: 'daily', timeZone: 'Asia/Kathmandu' })).toEqual([
      ['2026-03-08', 2],
      ['2026-03-09', 2],
    ])
    // 15:45 and 16:00 on the 8th, 14:45 and 15:00 on the 9th, at +11:00.
    expect(counts(slices, { by: 'daily', timeZone: 'Australia/Lord_Howe' })).toEqual([
      ['2026-03-08', 2],
      ['2026-03-09', 2],
    ])
  })

  it('keeps what has no time, or an impossible one, apart and last', () => {
    const slices = [
      slice('2026-11-02T09:00Z'),
      { ...slice('2026-11-02T09:00Z'), first: Number.NaN, last: Number.NaN },
      { ...slice('2026-11-02T09:00Z'), first: 1e300, last: 1e300 },
    ]
    for (const by of ['daily', 'block'] as const)
      expect(counts(slices, { by }).map(([key, count]) => [key.slice(0, 10), count])).toEqual([
        ['2026-11-02', 1],
        ['(no time)', 2],
      ])
    const since = Date.parse('2026-01-01')
    expect(report(slices, { by: 'daily', since }).rows.map(({ key }) => key)).toEqual(['2026-11-02'])
  })

  it('keeps to a span: its beginning belongs to it, its end does not', () => {
    const slices = ['2026-11-01T23:45Z', '2026-11-02T00:00Z', '2026-11-03T00:00Z'].map((time) => slice(time))
    const span = { since: Date.parse('2026-11-02T00:00Z'), until: Date.parse('2026-11-03T00:00Z') }
    expect(counts(slices, { by: 'daily', ...span })).toEqual([['2026-11-02', 1]])
  })
})

describe('usage by week and month', () => {
  // A Saturday, a Sunday and a Monday, over the turn of a year.
  const slices = ['2027-01-02T12:00Z', '2027-01-03T12:00Z', '2027-01-04T12:00Z', '2026-12-31T12:00Z'].map(
    (time) => slice(time),
  )

  it('begins weeks on Monday, or on the day asked for', () => {
    expect(counts(slices, { by: 'weekly' })).toEqual([
      ['2026-12-28', 3],
      ['2027-01-04', 1],
    ])
    expect(counts(slices, { by: 'weekly', weekStart: 0 })).toEqual([
      ['2026-12-27', 2],
      ['2027-01-03', 2],
    ])
  })

  it('takes calendar months', () => {
    expect(counts(slices, { by: 'monthly' })).toEqual([
      ['2026-12', 1],
      ['2027-01', 3],
    ])
  })
})

describe('usage by what was used', () => {
  const slices = [
    slice('2026-11-02T09:00Z', { session: 'a', project: '/x', tool: 'Bash' }),
    slice('2026-11-02T08:00Z', { session: 'a', project: '/y', tool: 'Read', model: 'claude-fable-5-1' }),
    slice('2026-11-02T10:00Z', { session: 'b', project: '/x', tool: 'Bash', model: 'glm-5' }),
  ]
  const keys = (by: UsageOptions['by']) =>
    report(slices, { by }).rows.map(({ key, cost, project }) => [key, cost, project])

  it('is the costliest first, what has no price last', () => {
    expect(keys('model')).toEqual([
      ['claude-fable-5-1', 50_000_000, null],
      ['claude-opus-5', 25_000_000, null],
      ['glm-5', null, null],
    ])
    expect(keys('project')).toEqual([
      ['/y', 50_000_000, null],
      ['/x', 25_000_000, null],
    ])
    expect(keys('tool')).toEqual([
      ['Read', 50_000_000, null],
      ['Bash', 25_000_000, null],
    ])
  })

  it('says in which project a session began', () => {
    expect(keys('session')).toEqual([
      ['a', 75_000_000, '/y'],
      ['b', null, '/x'],
    ])
  })
})

describe('usage by block', () => {
  const times = [
    '2026-11-02T10:20Z',
    '2026-11-02T14:45Z',
    '2026-11-02T15:00Z',
    '2026-11-02T22:30Z',
    '2026-11-02T22:45Z',
  ]
  const slices = times.map((time) => slice(time)).toReversed()
  const now = Date.parse('2026-11-02T23:30Z')

  it('begins on the hour of a message, lasts five hours, and shows long silences', () => {
    expect(blocks(slices, now)).toEqual([
      { kind: 'block', from: '10:00', to: '15:00', messages: 2, active: false },
      { kind: 'block', from: '15:00', to: '20:00', messages: 1, active: false },
      // Five hours after the last message, until the next.
      { kind: 'gap', from: '20:00', to: '22:30', messages: 0, active: false },
      { kind: 'block', from: '22:00', to: '03:00', messages: 2, active: true },
    ])
  })

  it('tells of the running one how fast it goes and where it gets', () => {
    const active = report(slices, { by: 'block', now }).rows.at(-1)?.block
    // 2,000 tokens for five cents in the hour since 22:30; three and a half hours are left.
    expect([active?.burn, active?.projection]).toEqual([
      { tokensPerMinute: 33, costPerHour: 50_000_000 },
      { minutesLeft: 210, totalTokens: 9000, cost: 225_000_000 },
    ])
  })

  it('has none running once its time is over, and no rate without a price', () => {
    const over = report(slices, { by: 'block', now: Date.parse('2026-11-03T03:00Z') })
    expect(over.rows.map(({ block }) => block?.active)).toEqual([false, false, false, false])
    const unpriced = report([slice('2026-11-02T22:30Z', { model: 'glm-5' })], { by: 'block', now })
    expect(unpriced.rows[0].block?.burn).toEqual({ tokensPerMinute: 17, costPerHour: null })
  })

  it('is picked by a span, not moved by it', () => {
    const since = Date.parse('2026-11-02T15:00Z')
    const { rows, totals } = report(slices, { by: 'block', now, since })
    expect([rows.map(({ key }) => key), totals.messages]).toEqual([
      ['2026-11-02T15:00:00.000Z', '2026-11-02T20:00:00.000Z', '2026-11-02T22:00:00.000Z'],
      3,
    ])
  })
})

function blocks(slices: readonly UsageSlice[], now: number) {
  const clock = (time = 0): string => new Date(time).toISOString().slice(11, 16)
  return report(slices, { by: 'block', now }).rows.map(({ block, messages }) => ({
    kind: block?.kind,
    from: clock(block?.start),
    to: clock(block?.end),
    messages,
    active: block?.active,
  }))
}

function counts(slices: readonly UsageSlice[], options: Partial<UsageOptions> & Pick<UsageOptions, 'by'>) {
  return report(slices, options).rows.map(({ key, messages }) => [key, messages] as const)
}

function report(slices: readonly UsageSlice[], options: Partial<UsageOptions> & Pick<UsageOptions, 'by'>) {
  return usageReport(slices, { timeZone: 'UTC', prices: CLAUDE_PRICES, now: 0, ...options })
}

/** A message of 1,000 tokens of output by Opus 5, two and a half cents, unless told otherwise. */
function slice(
  time: string,
  given: Partial<Omit<UsageSlice, 'tokens'>> & { readonly tokens?: Partial<UsageSlice['tokens']> } = {},
): UsageSlice {
  const first = Date.parse(time)
  return {
    first,
    last: first,
    model: 'claude-opus-5',
    tier: 'standard',
    project: '/repo',
    session: 's',
    subagent: false,
    tool: 'Bash',
    messages: 1,
    longContext: false,
    ...given,
    tokens: { ...NO_USAGE, ...(given.tokens ?? { output: 1000 }) },
  }
}
