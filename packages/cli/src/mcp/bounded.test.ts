import { expect, it } from 'vitest'
import { bounded } from './bounded.ts'

it('gives everything that fits, and says what to do where it does not', () => {
  expect(bounded(['abc', 'def'], 6, 'ask')).toBe('abcdef')
  expect(bounded(['abc', 'def'], 5, 'ask')).toBe('abcde\n[cut at 5 characters; ask]')
})

it('asks for no more pieces than it needs, and cuts no sign in two', () => {
  function* pieces(): Generator<string> {
    yield 'a😀'
    throw new Error('asked for more')
  }
  expect(bounded(pieces(), 2, 'ask')).toBe('a\n[cut at 2 characters; ask]')
})
