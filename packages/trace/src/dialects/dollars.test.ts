import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dollars } from './dollars.ts'

it('prints the decimal, to the last digit and no further', () => {
  expect([0, 1, 300, 1_000_000, 1_000_000_000, 12_345_000_000, 1_000_000_301, -1].map(dollars)).toEqual([
    '0',
    '0.000000001',
    '0.0000003',
    '0.001',
    '1',
    '12.345',
    '1.000000301',
    '-0.000000001',
  ])
})

it('gives every amount back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (nano) => {
      const [whole, fraction = ''] = dollars(nano).split('.')
      expect(BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'))).toBe(BigInt(nano))
      expect(fraction.endsWith('0')).toBe(false)
    }),
  )
})
