import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStub, isTrimmed, stubFor, truncated } from './result-text.ts'

const output = fc
  .array(
    fc.constantFrom('word', '\n', '\n\n', '😀', 'é', 'a longer piece of text that fills a line', '\r\n', ' '),
    {
      minLength: 100,
      maxLength: 600,
      size: 'max',
    },
  )
  .map((pieces) => pieces.join(''))
const limits = fc.record({
  kind: fc.constant('truncate' as const),
  lines: fc.integer({ min: 3, max: 30 }),
  characters: fc.integer({ min: 200, max: 2000 }),
})

test('a truncated text is shorter, whole at both ends, and stays as it is when truncated again', () => {
  let cut = 0
  fc.assert(
    fc.property(output, limits, (text, limit) => {
      const short = truncated(text, limit)
      expect(truncated(short, limit)).toBe(short)
      // No half of a pair of surrogates is left over.
      expect(Buffer.from(short).toString() === short).toBe(true)
      if (short === text) return
      cut++
      expect(short.length).toBeLessThan(text.length)
      expect(short.length).toBeLessThanOrEqual(limit.characters)
      const [head, tail] = short.split(/\[skein trim: \d+ characters removed\]\n?/)
      expect(text.startsWith(head.replace(/\n$/, ''))).toBe(true)
      expect(text.endsWith(tail)).toBe(true)
    }),
  )
  expect(cut).toBeGreaterThan(10)
})

test('a stub is known for one, and so is what was truncated', () => {
  const long = 'x\n'.repeat(500)
  expect(isStub(stubFor(long))).toBe(true)
  const short = truncated(long, { kind: 'truncate', lines: 10, characters: 400 })
  expect([isStub(short), isTrimmed(short), isTrimmed(long)]).toEqual([false, true, false])
})
