import { expect, it } from 'vitest'
import { quotedValue } from './quoted-value.ts'

it.each([
  ['"abc" x', 'abc'],
  ["'abc' x", 'abc'],
  ['`abc` x', 'abc'],
  ['"a\\"b" x', 'a\\"b'],
  ['"a\\\\" x', 'a\\\\'],
  ['\\"abc\\" x', 'abc'],
  ['\\"a\\\\\\"b\\" x', 'a\\\\\\"b'],
  ['\\"a\\\\\\\\\\" x', 'a\\\\\\\\'],
  ['\\\\\\"abc\\\\\\" x', 'abc'],
  ['\\"abc" x', 'abc'],
  ['"" x', ''],
])('%s holds %s', (text, inside) => {
  const range = quotedValue(text, 0)
  expect(range && text.slice(range.start, range.end)).toBe(inside)
})

it.each(['abc', '"abc', '"abc\n"', '\'abc"', '\\abc"', ''])('%s is no quoted value', (text) => {
  expect(quotedValue(text, 0)).toBeNull()
})

it('is what JSON wrote, at every depth', () => {
  for (const secret of ['plain', 'with "quotes"', 'back\\slash\\', '\\"', "it's"]) {
    let text = JSON.stringify(secret)
    for (let depth = 0; depth < 4; depth++) {
      const range = quotedValue(text, 0)
      let inside = range === null ? '' : text.slice(range.start, range.end)
      for (let i = 0; i <= depth; i++) inside = JSON.parse(`"${inside}"`) as string // a string literal is a string
      expect(inside).toBe(secret)
      text = JSON.stringify(text).slice(1, -1)
    }
  }
})
