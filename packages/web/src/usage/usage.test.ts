import type { ModelUsage, UsageReport, UsageRow } from '@skein/view'
import { describe, expect, it } from 'vitest'
import { labelled, ticks } from '../charts/axis.ts'
import { heatmapOf } from './heatmap.ts'
import { stacksOf } from './stacks.ts'
import {
  formatUsagePlace,
  MEASURES,
  monthsThrough,
  parseUsagePlace,
  RANGES,
  spanOf,
  TABLES,
} from './usage-place.ts'

const NONE = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  webSearches: 0,
  webFetches: 0,
}

function model(name: string, cost: number | null, totalTokens: number): ModelUsage {
  return { model: name, messages: 1, tokens: { ...NONE, input: totalTokens }, totalTokens, cost }
}

function row(key: string, models: readonly ModelUsage[]): UsageRow {
  return {
    key,
    first: null,
    last: null,
    project: null,
    block: null,
    messages: models.length,
    tokens: NONE,
    totalTokens: models.reduce((sum, one) => sum + one.totalTokens, 0),
    cost: 0,
    unpricedTokens: 0,
    unpricedModels: [],
    models,
    subagents: { messages: 0, totalTokens: 0, cost: 0 },
  }
}

function report(rows: readonly UsageRow[]): UsageReport {
  return { by: 'daily', timeZone: 'UTC', rows, totals: row('', []) }
}

describe('ticks', () => {
  it.each([
    [0, [0]],
    [Number.NaN, [0]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [9, [0, 2.5, 5, 7.5, 10]],
    [37, [0, 10, 20, 30, 40]],
    [4000, [0, 1000, 2000, 3000, 4000]],
  ])('are round and reach %d', (most, expected) => {
    expect(ticks(most)).toEqual(expected)
  })

  it('are few and reach the highest value, whatever it is', () => {
    for (let most = 1e-6; most < 1e15; most *= 1.37) {
      const found = ticks(most)
      expect(found.at(-1)).toBeGreaterThanOrEqual(most * 0.999_999)
      expect(found.length).toBeLessThanOrEqual(5)
    }
  })
})

describe('labelled', () => {
  it('names the last and as many as fit', () => {
    expect(labelled(7, 700, 50)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(labelled(30, 300, 50)).toEqual([4, 9, 14, 19, 24, 29])
    expect(labelled(3, 10, 50)).toEqual([2])
    expect(labelled(0, 100, 50)).toEqual([])
  })
})

describe('stacksOf', () => {
  const days = report([
    row('2026-01-01', [model('a', 5, 100), model('b', null, 900)]),
    row('2026-01-03', [model('b', null, 50), model('a', 2, 10)]),
  ])
  const options = { keys: ['2026-01-01', '2026-01-02', '2026-01-03'], nameOf: (name: string) => name }

  it('has a bar for every key and the largest series first', () => {
    const { series, bars, most } = stacksOf(days, 'tokens', options)
    expect(series.map(({ name, total }) => [name, total])).toEqual([
      ['b', 950],
      ['a', 110],
    ])
    expect(bars.map(({ parts }) => parts)).toEqual([
      [900, 100],
      [0, 0],
      [50, 10],
    ])
    expect(most).toBe(1000)
  })

  it('says which series has no price', () => {
    expect(stacksOf(days, 'cost', options).series).toEqual([
      { name: 'a', total: 7, unpriced: false },
      { name: 'b', total: 0, unpriced: true },
    ])
  })

  it('puts the smallest of many together, and loses nothing', () => {
    const many = report([
      row(
        '2026-01-01',
        Array.from({ length: 12 }, (_, i) => model(`m${i}`, i + 1, i + 1)),
      ),
    ])
    const { series, bars } = stacksOf(many, 'tokens', { ...options, keys: null })
    expect(series.map(({ name }) => name)).toEqual(['m11', 'm10', 'm9', 'm8', 'm7', 'others'])
    expect(bars[0].parts).toEqual([12, 11, 10, 9, 8, 28])
    expect(bars[0].total).toBe(78)
  })
})

describe('heatmapOf', () => {
  // 2026-11-16 is a Monday.
  const monday = Date.UTC(2026, 10, 16) / 86_400_000

  it('ends with today and has whole weeks before', () => {
    const { weeks } = heatmapOf(new Map(), monday)
    expect(weeks).toHaveLength(53)
    expect(weeks.slice(0, 52).every((week) => week.length === 7)).toBe(true)
    expect(weeks[52].map(({ date, weekday }) => [date, weekday])).toEqual([['2026-11-16', 0]])
    expect(weeks[0][0].date).toBe('2025-11-17')
  })

  it('ranks days by quarters, and nothing is no level', () => {
    const values = new Map([1, 2, 3, 4, 5, 6, 7, 8].map((value) => [`2026-03-0${value}`, value] as const))
    const { weeks, busiest, activeDays } = heatmapOf(values, monday)
    const levels = weeks.flat().filter(({ value }) => value > 0)
    expect(levels.map(({ level }) => level)).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
    expect({ date: busiest?.date, activeDays }).toEqual({ date: '2026-03-08', activeDays: 8 })
    expect(weeks[52][0].level).toBe(0)
  })

  it('names twelve or thirteen months, none twice in a row', () => {
    const { months } = heatmapOf(new Map(), monday)
    expect(months.length).toBeGreaterThanOrEqual(12)
    expect(months.every(({ name }, i) => name !== months[i - 1]?.name)).toBe(true)
  })
})

describe('the place of the usage page', () => {
  const USUAL = { range: '30d', zone: 'UTC' } as const

  it('comes back from the address as it went in', () => {
    for (const range of RANGES)
      for (const measure of MEASURES)
        for (const table of TABLES)
          for (const zone of ['UTC', 'Asia/Kathmandu'])
            for (const usual of [USUAL, { range: 'all', zone: 'Asia/Tokyo' } as const]) {
              const place = { range, measure, table, zone }
              expect(parseUsagePlace(formatUsagePlace(place, usual), usual)).toEqual(place)
            }
  })

  it('takes what it does not know for the usual', () => {
    expect(parseUsagePlace({ range: '3 years', tz: 'Moon/Base', measure: '', rows: '../x' }, USUAL)).toEqual({
      range: '30d',
      measure: 'cost',
      zone: 'UTC',
      table: 'model',
    })
  })

  it('leaves no month out between the first and the last', () => {
    expect(monthsThrough(['2026-02', '2025-11', 'no time'])).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ])
    expect(monthsThrough(['no time'])).toEqual([])
    expect(monthsThrough(['9999-12', '2026-01'])).toEqual(['2026-01', '9999-12'])
  })

  it('begins where the first day of the zone does', () => {
    const now = Date.UTC(2026, 10, 16, 2)
    expect(spanOf('7d', 'America/New_York', now)).toEqual({
      by: 'daily',
      since: '2026-11-09T05:00:00.000Z',
      keys: [
        '2026-11-09',
        '2026-11-10',
        '2026-11-11',
        '2026-11-12',
        '2026-11-13',
        '2026-11-14',
        '2026-11-15',
      ],
    })
    const year = spanOf('1y', 'UTC', now)
    expect([year.by, year.keys?.[0], year.keys?.at(-1), year.keys?.length]).toEqual([
      'weekly',
      '2025-11-17',
      '2026-11-16',
      53,
    ])
  })
})
