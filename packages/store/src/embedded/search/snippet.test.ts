import { describe, expect, it } from 'vitest'
import { snippetOf } from './snippet.ts'

describe('snippetOf', () => {
  it('shows a short text whole, on one line', () => {
    expect(snippetOf('one\n\ttwo  three ', [{ start: 5, stop: 8 }])).toEqual({
      text: 'one two three',
      matches: [{ start: 4, stop: 7 }],
      cutBefore: false,
      cutBehind: false,
    })
  })

  it('shows the surroundings of the first match of a long one', () => {
    const text = `${'a '.repeat(500)}needle${' z'.repeat(500)}`
    const {
      text: shown,
      matches,
      cutBefore,
      cutBehind,
    } = snippetOf(text, [{ start: 1000, stop: 1006 }], { units: 60 })
    expect(shown.slice(matches[0].start, matches[0].stop)).toBe('needle')
    expect({ length: shown.length, cutBefore, cutBehind }).toEqual({
      length: 60,
      cutBefore: true,
      cutBehind: true,
    })
  })

  it('cuts no character in half', () => {
    const text = '👍'.repeat(200)
    for (let start = 0; start < 40; start++) {
      const snippet = snippetOf(text, [{ start: start + 100, stop: start + 101 }], { units: 31 })
      expect(snippet.text).toMatch(/^(?:👍)+$/u)
    }
  })

  it('keeps matches in order and apart', () => {
    const matches = [
      { start: 0, stop: 3 },
      { start: 1, stop: 2 },
      { start: 4, stop: 7 },
    ]
    expect(snippetOf('abc def', matches).matches).toEqual([
      { start: 0, stop: 3 },
      { start: 4, stop: 7 },
    ])
  })

  it('masks secrets, also where one is cut or matches', () => {
    // In pieces, so that no scanner takes the test for a leak.
    const secret = ['ghp', ['k7Qd2Zx81m', 'Pw0VbLr5Tn', 'Yc3HsGj9Fa', 'u4Ei6K'].join('')].join('_')
    const text = `token ${secret} end`
    const inside = { start: 8, stop: 12 }
    const { text: shown, matches } = snippetOf(text, [inside])
    expect(shown).not.toContain(secret.slice(4, 12))
    expect(shown).toMatch(/^token \[redacted:[a-z-]+\] end$/)
    expect(matches).toEqual([])
    expect(snippetOf(text, [inside], { units: 10 }).text).not.toContain('Qd2')
    expect(snippetOf(text, [inside], { secrets: null }).text).toBe(text)
  })

  it('masks secrets that a tool coloured, wherever the colours stand', () => {
    const secret = ['ghp', ['k7Qd2Zx81m', 'Pw0VbLr5Tn', 'Yc3HsGj9Fa', 'u4Ei6K'].join('')].join('_')
    for (let at = 1; at < secret.length; at++)
      for (const colour of ['\u001b[31m', '\u001b[0m\u001b[1m', '\u200b']) {
        const text = `token ${secret.slice(0, at)}${colour}${secret.slice(at)} end`
        expect(snippetOf(text, [{ start: 0, stop: 5 }]).text).toMatch(/^token \[redacted:[a-z-]+\] end$/)
      }
    const twice = `${secret} and \u001b[32m${secret.slice(0, 9)}\u001b[0m${secret.slice(9)}!`
    expect(snippetOf(twice, []).text.split('\u001b[32m')).toEqual([
      expect.stringMatching(/^\[redacted:[a-z-]+\] and $/),
      expect.stringMatching(/^\[redacted:[a-z-]+\]!$/),
    ])
  })
})
