import { describe, expect, it } from 'vitest'
import { ansiSpans } from './ansi.ts'

const E = '\u001b'

describe('ansiSpans', () => {
  it('turns colours and weight into classes', () => {
    expect(ansiSpans(`ok ${E}[1;32mpassed${E}[0m, ${E}[31mfailed${E}[39m.`)).toEqual([
      { text: 'ok ', className: '' },
      { text: 'passed', className: 'ansi-bold ansi-fg-green' },
      { text: ', ', className: '' },
      { text: 'failed', className: 'ansi-fg-red' },
      { text: '.', className: '' },
    ])
  })

  it.each([
    ['bright', '91', 'ansi-fg-red'],
    ['one of 256', '38;5;196', 'ansi-fg-red'],
    ['a true one', '38;2;10;220;10', 'ansi-fg-green'],
    ['of the paper', '44', 'ansi-bg-blue'],
    ['turned around', '7', 'ansi-fg-paper ansi-bg-ink'],
  ])('knows a colour that is %s', (_, code, className) => {
    expect(ansiSpans(`${E}[${code}mx${E}[0m`)).toEqual([{ text: 'x', className }])
  })

  it('drops what a terminal would obey', () => {
    expect(ansiSpans(`a${E}[2Jb${E}]0;title\u0007c${E}]8;;https://x.test${E}\\d${E}]8;;${E}\\`)).toEqual([
      { text: 'abcd', className: '' },
    ])
  })

  it('keeps the last state of a line that was written over', () => {
    expect(ansiSpans('10%\r50%\r100%\ndone\r\n')).toEqual([{ text: '100%\ndone\n', className: '' }])
  })

  it('shows single control characters and turned directions as signs', () => {
    expect(ansiSpans('a\u0000b\u202ec')).toEqual([{ text: 'a\u2400b\\u202ec', className: '' }])
  })

  it('gives a bounded number of spans for any noise', () => {
    const noise = Array.from({ length: 50_000 }, (_, i) => `${E}[3${i % 8}mx`).join('')
    const spans = ansiSpans(noise)
    expect(spans.length).toBeLessThan(5000)
    expect(spans.map(({ text }) => text).join('')).toBe('x'.repeat(50_000))
  })
})
