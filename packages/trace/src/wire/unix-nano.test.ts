import { expect, it } from 'vitest'
import { unixNano } from './unix-nano.ts'

it('says milliseconds in nanoseconds', () => {
  expect(unixNano(1_767_323_045_123)).toBe('1767323045123000000')
  expect(unixNano(1.75)).toBe('1000000')
})

it('keeps to what 64 bits without a sign hold', () => {
  expect([-1, 0, 0.5, NaN, 8.64e15, Infinity].map(unixNano)).toEqual([
    '0',
    '0',
    '0',
    '0',
    '18446744073709000000',
    '18446744073709000000',
  ])
})
