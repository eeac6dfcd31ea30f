import { describe, expect, it } from 'vitest'
import { inert, inertLine } from './inert.ts'

const ESC = '\x1b'

describe('inert', () => {
  it('leaves ordinary text alone, in any language', () => {
    const text = 'naïve café — 日本語 👩‍💻 مرحبا\n  indented, “quoted” ✓'
    expect(inert(text)).toBe(text)
  })

  it('takes colours away without a trace', () => {
    expect(inert(`${ESC}[1;31mred${ESC}[0m and ${ESC}[38;5;200mpink${ESC}[m`)).toBe('red and pink')
  })

  it('takes titles, links, clipboard writes and device strings away', () => {
    expect(inert(`a${ESC}]0;title\x07b`)).toBe('ab')
    expect(inert(`a${ESC}]8;;http://x${ESC}\\link${ESC}]8;;${ESC}\\b`)).toBe('alinkb')
    expect(inert(`a${ESC}]52;c;cm0gLXJm\x07b`)).toBe('ab')
    expect(inert(`a${ESC}P+q544e${ESC}\\b${ESC}_payload${ESC}\\c${ESC}^x${ESC}\\d`)).toBe('abcd')
  })

  it('takes cursor movement, modes, resets and character sets away', () => {
    expect(inert(`${ESC}[2J${ESC}[H${ESC}[?1049hx${ESC}c${ESC}7${ESC}(0y${ESC}=`)).toBe('xy')
  })

  it('knows the eight-bit forms', () => {
    expect(inert('a\x9b31mb\x9d0;title\x9cc\x90q\x9cd')).toBe('abcd')
  })

  it('shows an escape that begins nothing, and lets it swallow nothing', () => {
    expect(inert(`a${ESC}]0;never ended\nmore`)).toBe('a␛]0;never ended\nmore')
    expect(inert(`a${ESC}`)).toBe('a␛')
    expect(inert(`a${ESC}[31`)).toBe('a␛[31')
  })

  it('leaves no sequence where taking one away would join another', () => {
    expect(inert(`${ESC}${ESC}[0m[31mx`)).toBe('␛[31mx')
  })

  it('shows control characters as signs', () => {
    expect(inert('\x00\x07\x08\x0b\x0c\x7f\x80\x9a')).toBe('␀␇␈␋␌␡\\x80\\x9a')
  })

  it('escapes what turns the direction of text', () => {
    expect(inert('a\u202eb\u2066c\u200fd\u061ce')).toBe('a\\u202eb\\u2066c\\u200fd\\u061ce')
  })

  it('takes signs away that have no width and hide text', () => {
    expect(inert('a\u200bb\ufeffc\u{e0041}d\u00ade')).toBe('abcde')
  })

  it('reads every kind of line end as a newline', () => {
    expect(inert('a\r\nb\rc\u2028d\u2029e\u0085f')).toBe('a\nb\nc\nd\ne\nf')
  })

  it('expands tabs to columns of four, in each line for itself', () => {
    expect(inert('a\tb\n\tc\nabcd\te')).toBe('a   b\n    c\nabcd    e')
  })

  it('replaces halves of surrogate pairs', () => {
    expect(inert('a\ud800b')).toBe('a\ufffdb')
  })

  it('holds no control character, whatever comes in', () => {
    const every = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join('')
    // oxlint-disable-next-line no-control-regex
    expect(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(inert(every))).toBe(false)
  })

  it('takes time in proportion to the text', () => {
    const openings = `${ESC}]\x9d\x90`.repeat(200_000)
    expect(inert(openings).length).toBeGreaterThan(0)
  })
})

describe('inertLine', () => {
  it('is one line', () => {
    expect(inertLine(`  a\n\n\tb\r\n${ESC}[1mc  `)).toBe('a b c')
  })
})
