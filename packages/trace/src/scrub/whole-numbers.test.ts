import { expect, it } from 'vitest'
import { wholeNumbers } from './whole-numbers.ts'

it('leaves whole numbers alone', () => {
  const counts = { input: 12, output: 0, most: Number.MAX_SAFE_INTEGER, name: 'a' }
  expect(wholeNumbers(counts)).toBe(counts)
})

it('makes 64-bit integers of what a damaged row says', () => {
  expect(wholeNumbers({ a: 1.5, b: 1e300, c: -Infinity, d: NaN, e: 7, f: 'x', g: null })).toEqual({
    a: 1,
    b: 9_007_199_254_740_991,
    c: -9_007_199_254_740_991,
    d: 0,
    e: 7,
    f: 'x',
    g: null,
  })
})
