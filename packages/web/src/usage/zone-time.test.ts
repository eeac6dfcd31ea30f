import { expect, it } from 'vitest'
import { dayIn, spanIn } from './zone-time.ts'

const MIDNIGHT = Date.UTC(2026, 2, 29, 0)

it('tells times as the clocks of a zone show them', () => {
  expect(spanIn('UTC', MIDNIGHT, MIDNIGHT + 5 * 3_600_000)).toBe('2026-03-29 00:00 – 05:00')
  expect(spanIn('America/New_York', MIDNIGHT, MIDNIGHT + 5 * 3_600_000)).toBe(
    '2026-03-28 20:00 – 2026-03-29 01:00',
  )
  expect(spanIn('Asia/Kathmandu', MIDNIGHT, MIDNIGHT + 5 * 3_600_000)).toBe('2026-03-29 05:45 – 10:45')
  expect(dayIn('America/New_York', MIDNIGHT)).toBe('2026-03-28')
})

it('knows the night in which clocks are put forward', () => {
  // At one o'clock UTC it is three instead of two in Berlin.
  expect(spanIn('Europe/Berlin', MIDNIGHT, MIDNIGHT + 5 * 3_600_000)).toBe('2026-03-29 01:00 – 07:00')
})
