import { describe, expect, it } from 'vitest'
import { widthOf } from './width.ts'
import { shorten, shortenStart, wrap, wrapParts } from './wrap.ts'

describe('wrap', () => {
  it('breaks between words', () => {
    expect(wrap('the quick brown fox', 10)).toEqual(['the quick', 'brown fox'])
  })

  it('breaks a word only where it is wider than a line', () => {
    expect(wrap('see abcdefghijkl now', 8)).toEqual(['see', 'abcdefgh', 'ijkl now'])
  })

  it('goes on under the text of a list item', () => {
    expect(wrap('- one two three', 9)).toEqual(['- one two', '  three'])
    expect(wrap('12. one two', 8)).toEqual(['12. one', '    two'])
  })

  it('keeps the indent of code', () => {
    expect(wrap('    return first + second', 16)).toEqual(['    return first', '    + second'])
  })

  it('gives up an indent that is as deep as the line', () => {
    expect(wrap(`${' '.repeat(10)}abc`, 10)).toEqual(['     abc'])
  })

  it('keeps empty lines', () => {
    expect(wrap('a\n\nb', 10)).toEqual(['a', '', 'b'])
  })

  it('counts wide signs as two columns', () => {
    expect(wrap('日本語テキスト', 6)).toEqual(['日本語', 'テキス', 'ト'])
  })

  it('never writes a line wider than asked', () => {
    const text = 'word 日本 — loooooooooooooooong\n      - item with more words 👍👍👍👍👍👍\n\tx'
    for (const width of [4, 7, 20, 44])
      expect(wrap(text, width).filter((line) => widthOf(line) > width)).toEqual([])
  })
})

describe('shorten', () => {
  it('cuts to the width, ellipsis included', () => {
    expect(shorten('the quick brown', 10)).toBe('the quick…')
    expect(shorten('short', 10)).toBe('short')
    expect(shorten('日本語テキスト', 6)).toBe('日本…')
  })
})

describe('shortenStart', () => {
  it('keeps the end, ellipsis included', () => {
    expect(shortenStart('/home/ada/tidepool', 9)).toBe('…tidepool')
    expect(shortenStart('short', 10)).toBe('short')
    expect(shortenStart('日本語テキスト', 6)).toBe('…スト')
  })
})

describe('wrapParts', () => {
  it('breaks between parts', () => {
    expect(wrapParts(['2 m', '3 steps', '+4 −1'], 14)).toEqual(['2 m · 3 steps', '+4 −1'])
  })
})
