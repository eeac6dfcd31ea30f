import { describe, expect, it } from 'vitest'
import { foldText, signedText } from './fold.ts'

describe('foldText', () => {
  it('folds every code point as the simple foldings of Unicode do', () => {
    const wrong: string[] = []
    for (const c of everyCodePoint()) {
      const composed = c.normalize('NFC')
      const folded = foldText(c)
      if (folded.length !== composed.length) wrong.push(c)
      // A regular expression with `iu` compares by exactly those foldings.
      if (Array.from(composed).length === 1 && !sameByFolding(composed, folded)) wrong.push(c)
      for (const other of [c.toLowerCase(), c.toUpperCase()])
        if (Array.from(other).length === 1 && sameByFolding(c, other) && foldText(other) !== folded)
          wrong.push(c)
    }
    expect(wrong).toEqual([])
  })

  it('decides the known hard cases', () => {
    expect({
      sharpS: foldText('Straße STRASSE ẞ'),
      dottedI: foldText('İI ıi'),
      sigma: foldText('ΟΔΟΣ οδος ΟΔΟΣ.'),
      kelvin: foldText('\u212a'),
      longS: foldText('ſ'),
      decomposed: foldText('CAFE\u0301'),
      hangul: foldText('\u1112\u1161\u11ab'),
      half: foldText('\ud800A\udc00'),
      emoji: foldText('👩‍👩‍👧 OK'),
    }).toEqual({
      sharpS: 'straße strasse ß',
      dottedI: 'İi ıi',
      sigma: 'οδοσ οδοσ οδοσ.',
      kelvin: 'k',
      longS: 's',
      decomposed: 'café',
      hangul: '한',
      half: '\ud800a\udc00',
      emoji: '👩‍👩‍👧 ok',
    })
  })
})

describe('signedText', () => {
  it('gives every run of white space as one space', () => {
    expect(signedText('A\r\n\tB\u00a0\u3000C ')).toBe('a b c ')
  })
})

function* everyCodePoint(): Generator<string> {
  for (let code = 0; code < 0x110000; code++)
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code)
}

function sameByFolding(a: string, b: string): boolean {
  if (a === b) return true
  return new RegExp(`^\\u{${a.codePointAt(0)?.toString(16)}}$`, 'iu').test(b)
}
