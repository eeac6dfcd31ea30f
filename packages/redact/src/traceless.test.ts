import { expect, it } from 'vitest'
import { hasTraceless, untorn } from './traceless.ts'

it.each([
  ['plain', 'plain'],
  ['a\u001b[1;31mb\u001b[0mc', 'abc'],
  ['a\u200bb\ufeffc', 'abc'],
  ['\u001b]8;;https://x\u0007ab\u001b]8;;\u001b\\c', 'abc'],
  ['a\u001b[31\u200bmb', 'a\u001b[31mb'],
  ['\u001b]never ends', '\u001b]never ends'],
  ['', ''],
])('%j looks like %j, and every unit knows where it stood', (text, looks) => {
  const { text: found, places } = untorn(text)
  expect(found).toBe(looks)
  expect(Array.from(found, (_, i) => text[places[i]]).join('')).toBe(found)
  if (text !== looks) expect(hasTraceless(text)).toBe(true)
})
