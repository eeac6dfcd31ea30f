import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signedText } from '../../../reader/query/fold.ts'
import { neededBy, type Needed } from './literals.ts'

describe('neededBy', () => {
  it.each<[string, Needed]>([
    ['Foo', text('foo')],
    ['foo.bar', { kind: 'and', parts: [text('foo'), text('bar')] }],
    ['foo|bar', { kind: 'or', parts: [text('foo'), text('bar')] }],
    ['foo|b*', { kind: 'anything' }],
    ['(?:ab)c', text('abc')],
    [
      'ab(c|d)e',
      { kind: 'and', parts: [text('ab'), { kind: 'or', parts: [text('c'), text('d')] }, text('e')] },
    ],
    ['ab+c', { kind: 'and', parts: [text('a'), text('b'), text('c')] }],
    ['ab?c', { kind: 'and', parts: [text('a'), text('c')] }],
    ['^\\bfoo\\.ts$', text('foo.ts')],
    ['[f]oo', text('oo')],
    ['(?=foo)', { kind: 'anything' }],
    ['(?!foo)bar', text('bar')],
    ['\\u0041\\x42\\u{43}', text('abc')],
    ['e\\u0301', { kind: 'anything' }],
    ['.*', { kind: 'anything' }],
  ])('of /%s/', (source, needed) => {
    expect(neededBy(source)).toEqual(needed)
  })

  it('is in every text that matches', () => {
    const atom = fc.constantFrom(
      'a',
      'B',
      'ß',
      '世',
      '.',
      '\\d',
      '[xy]',
      '\\s',
      ' ',
      '^',
      '$',
      '\\b',
      '(?:ab|c)',
      '(?:a|b+)',
      'K',
    )
    const source = fc
      .array(fc.tuple(atom, fc.constantFrom('', '', '', '+', '*', '?', '{2}')), {
        minLength: 1,
        maxLength: 6,
      })
      .map((parts) =>
        parts.map(([part, repeat]) => (/^[\^$]$|^\\b$/.test(part) ? part : part + repeat)).join(''),
      )
    const subject = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'B', 'ß', '世', '1', 'x', ' ', '\n', 'c', 'k'),
      maxLength: 12,
    })
    fc.assert(
      fc.property(source, subject, (pattern, string) => {
        if (new RegExp(pattern, 'imu').test(string))
          expect(holds(neededBy(pattern), signedText(string))).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })
})

function text(value: string): Needed {
  return { kind: 'text', text: value }
}

function holds(needed: Needed, folded: string): boolean {
  switch (needed.kind) {
    case 'anything':
      return true
    case 'text':
      return folded.includes(signedText(needed.text))
    case 'and':
      return needed.parts.every((part) => holds(part, folded))
    case 'or':
      return needed.parts.some((part) => holds(part, folded))
  }
}
