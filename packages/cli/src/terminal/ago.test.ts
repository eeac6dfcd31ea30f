import { expect, it } from 'vitest'
import { ago } from './ago.ts'

it('says how long ago something was, and the day where that is long', () => {
  const now = Date.UTC(2026, 2, 20, 12)
  const minutes = [0, 0.9, 1, 59, 60, 23 * 60, 24 * 60, 13 * 24 * 60, 15 * 24 * 60]
  expect(minutes.map((past) => ago(now - past * 60_000, now))).toEqual([
    'now',
    'now',
    '1 m',
    '59 m',
    '1 h',
    '23 h',
    '1 d',
    '13 d',
    '2026-03-05',
  ])
  expect([ago(Number.NaN, now), ago(now + 5000, now)]).toEqual(['', 'now'])
})
