import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chopSpans, painted, span, spansWidth, wrapSpans } from './spans.ts'
import type { Span } from './spans.ts'
import { styleOf } from './style.ts'

const PLAIN = styleOf(false)

function texts(lines: readonly (readonly Span[])[]): string[] {
  return lines.map((line) => painted(line, PLAIN))
}

describe('wrapSpans', () => {
  it('keeps a word together that has several paints', () => {
    expect(texts(wrapSpans([span('one '), span('tw', 'bold'), span('o, three')], 8))).toEqual([
      'one two,',
      'three',
    ])
  })

  it('breaks at line ends and keeps white space between words', () => {
    expect(texts(wrapSpans([span('a  b\nc')], 20))).toEqual(['a  b', 'c'])
  })

  it('loses nothing but white space, and no line is too wide', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '漢', '👍', 'é', '-') })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), fc.integer({ min: 2, max: 12 }), (parts, width) => {
        const spans = parts.map((part, i) => (i % 2 === 0 ? span(part) : span(part, 'bold')))
        for (const lines of [
          wrapSpans(spans, width),
          chopSpans(
            spans.map((one) => ({ ...one, text: one.text.replaceAll('\n', '') })),
            width,
          ),
        ]) {
          expect(texts(lines).join('').replaceAll(/\s/g, '')).toBe(parts.join('').replaceAll(/\s/g, ''))
          for (const line of lines)
            expect(spansWidth([span(painted(line, PLAIN))])).toBeLessThanOrEqual(width)
        }
      }),
    )
  })

  it('ends even where a sign is wider than the line', () => {
    expect(texts(chopSpans([span('漢字')], 1)).filter((line) => line !== '')).toEqual(['漢', '字'])
  })
})

describe('painted', () => {
  it('paints neighbours of one paint together', () => {
    expect(
      painted([span('a', 'red'), span(' '), span('b', 'red'), span('c', 'red'), span('  ')], styleOf(true)),
    ).toBe('\u001b[31ma\u001b[39m \u001b[31mbc\u001b[39m')
  })
})
