import { expect, it } from 'vitest'
import { gaveUp, patience } from './patience.ts'

it('waits as long as said on a quiet machine, and longer by the load of a busy one', () => {
  expect([0, 1.5, 2, 10].map((average) => patience(60_000, { average, cores: 2 }))).toEqual([
    60_000, 60_000, 60_000, 300_000,
  ])
})

it('says what was waited for, how long, and the load', () => {
  expect(gaveUp('an answer', 300_400, { average: 10.04, cores: 2 })).toBe(
    'gave up after 300 s (load 10.0 on 2 cores): an answer',
  )
})
