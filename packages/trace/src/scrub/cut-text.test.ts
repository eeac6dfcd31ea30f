import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutText, headOf, piecesOf, wellFormed } from './cut-text.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 60 })

it('a head never ends in half a pair of surrogates', () => {
  expect(headOf('ab🙂', 3)).toBe('ab')
  expect(headOf('ab🙂', 4)).toBe('ab🙂')
  expect(headOf('🙂', 1)).toBe('')
  expect(headOf('ab', 0)).toBe('')
  expect(headOf('ab', -5)).toBe('')
})

it('a text that fits is not cut, another ends in an ellipsis within the cap', () => {
  expect(cutText('abc', 3)).toBe('abc')
  expect(cutText('abcd', 3)).toBe('ab…')
  expect(cutText('a🙂d', 3)).toBe('a…')
})

it('half a pair of surrogates becomes the replacement character, a whole pair stays', () => {
  expect(wellFormed('a\ud800b\udc00🙂')).toBe('a\ufffdb\ufffd🙂')
})

it('the pieces of a text are the text, and encode to the same bytes', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: -2, max: 2 }), (text, shift) => {
      const long = text + '🙂'.repeat(2 ** 19 + shift) + text
      const pieces = [...piecesOf(long)]
      expect(pieces.join('') === long).toBe(true)
      expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece))).equals(Buffer.from(long))).toBe(true)
    }),
    { numRuns: 5 },
  )
})
