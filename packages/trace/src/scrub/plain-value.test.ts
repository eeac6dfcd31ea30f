import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainValue } from './plain-value.ts'
import { shrinkValue } from './shrink-value.ts'

it('what is plain is what shrinking leaves as it is, with the same text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.integer({ min: 1, max: 400 }), (value, budget) => {
      const plain = plainValue(value, budget)
      if (plain === null) return
      const shrunk = shrinkValue(value, { budget })
      expect({ text: JSON.stringify(shrunk.value), whole: shrunk.whole }).toEqual({
        text: plain.text,
        whole: true,
      })
    }),
    { numRuns: 1000 },
  )
})

it('a value that is nested too deep, too long or no Unicode is not', () => {
  let nested: unknown = 1
  for (let depth = 0; depth < 100_000; depth++) nested = [nested]
  expect(plainValue(nested, 1_000_000)).toBe(null)
  expect(plainValue({ a: 'x'.repeat(100) }, 100)).toBe(null)
  expect(plainValue({ a: '\ud800' }, 100)).toBe(null)
  expect(plainValue({ '\ud800': 1 }, 100)).toBe(null)
  expect(plainValue({ a: [1, { b: 'c' }] }, 100)).toEqual({ text: '{"a":[1,{"b":"c"}]}', keys: ['a', 'b'] })
})
