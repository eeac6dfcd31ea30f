import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOf, isTimeZone, startOfDate, ZoneDays, LOCAL_ZONE } from './zone-days.ts'

describe('days of a time zone', () => {
  it.each([
    // Clocks go forward at 2:00: the day has 23 hours.
    ['America/New_York', '2026-03-08', '2026-03-08T05:00Z', '2026-03-09T04:00Z'],
    // And back: 25 hours.
    ['America/New_York', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15Z', '2026-01-01T18:15Z'],
    // Lord Howe changes by half an hour: 24.5 and 23.5 hours.
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00Z', '2026-04-05T13:30Z'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z', '2026-10-04T13:00Z'],
    ['UTC', '1970-01-01', '1970-01-01T00:00Z', '1970-01-02T00:00Z'],
  ])('%s %s', (zone, date, from, to) => {
    const days = new ZoneDays(zone)
    const [start, end] = [Date.parse(from), Date.parse(to)]
    expect(startOfDate(date, zone)).toBe(start)
    expect([start - 1, start, end - 1, end].map((time) => dateOf(days.dayOf(time)) === date)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('are those that Intl tells, at every quarter hour', () => {
    const zones = [
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Europe/London',
      'America/Sao_Paulo',
      'Africa/Casablanca',
      'Pacific/Chatham',
    ]
    const known = new Map(
      zones.map((timeZone) => [
        timeZone,
        { days: new ZoneDays(timeZone), told: new Intl.DateTimeFormat('en-CA', { timeZone }) },
      ]),
    )
    const quarter = fc.integer({
      min: Date.UTC(1975, 0) / QUARTER,
      max: Date.UTC(2035, 0) / QUARTER,
    })
    fc.assert(
      fc.property(fc.constantFrom(...known.values()), quarter, ({ days, told }, at) => {
        expect(dateOf(days.dayOf(at * QUARTER))).toBe(told.format(at * QUARTER))
      }),
      { numRuns: 2000 },
    )
  })

  it('pass over a date that a zone left out', () => {
    expect(startOfDate('2011-12-30', 'Pacific/Apia')).toBe(Date.parse('2011-12-30T10:00Z'))
    expect(startOfDate('2011-12-31', 'Pacific/Apia')).toBe(Date.parse('2011-12-30T10:00Z'))
  })

  it('are none for what is no time, no date and no zone', () => {
    const days = new ZoneDays('UTC')
    for (const time of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -9e15])
      expect(days.dayOf(time)).toBeNaN()
    for (const date of ['2026-02-30', '26-01-01', '', '2026-1-1', '2026-13-01'])
      expect(startOfDate(date, 'UTC')).toBeNull()
    expect(['Europe/Berlin', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, false, false])
  })
})

const QUARTER = 900_000

it('knows the days of the machine without being told where it is', () => {
  const own = new ZoneDays(LOCAL_ZONE)
  const named = new ZoneDays(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const instants = Array.from({ length: 400 }, (_, i) => Date.UTC(2020, 0, 1) + i * 5.3 * 86_400_000)
  expect(instants.map((time) => own.dayOf(time))).toEqual(instants.map((time) => named.dayOf(time)))
})
