import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KEPT_WHOLE, targetLength, type TextKind } from '../engine.ts'
import { Extractor, LEAST_LENGTH, OMITTED } from './extractor.ts'

function shorten(text: string, kind: TextKind, target: number): string {
  return new Extractor().shorten({ text, kind }, target)
}

/** Sentences that carry nothing; the same words again and again. */
function filler(count: number): string {
  return 'Well, that is quite a nice thing to look at for a while. '.repeat(count)
}

describe('what stays of an answer', () => {
  test('is its first and last sentence, and those with paths, errors and decisions', () => {
    const text = `I looked at the parser first. ${filler(20)}The root cause is an off-by-one error in src/parse/lexer.ts at line 42. ${filler(20)}All 318 tests pass now.`
    const short = shorten(text, 'answer', 400)
    expect(short).toContain('I looked at the parser first.')
    expect(short).toContain('The root cause is an off-by-one error in src/parse/lexer.ts at line 42.')
    expect(short).toMatch(/All 318 tests pass now\.$/)
    expect(short).toContain(OMITTED)
  })

  test('is of a code block the signatures before the bodies', () => {
    const body = '  total += values[at] * weight + bias\n'.repeat(40)
    const text = `Here it is.\n\`\`\`ts\nexport function weigh(values: number[]): number {\n${body}}\n\`\`\`\nDone.`
    const short = shorten(text, 'answer', 300)
    expect(short).toContain('export function weigh(values: number[]): number {\n')
    expect(short.split('total +=').length).toBeLessThan(8)
  })

  test('stands in its own words and order', () => {
    const text = Array.from({ length: 60 }, (_, n) => `Step ${n} changed file${n}.ts because it must.`).join(
      ' ',
    )
    const pieces = shorten(text, 'answer', 700).split(OMITTED)
    let from = 0
    for (const piece of pieces) {
      const at = text.indexOf(piece.trim(), from)
      expect(at).toBeGreaterThanOrEqual(from)
      from = at + piece.trim().length
    }
  })
})

describe('what stays of a result', () => {
  test('is head, tail and lines with errors', () => {
    const lines = Array.from({ length: 200 }, (_, n) => `ok item ${n} done`)
    lines[0] = 'running the suite'
    lines[100] = 'TypeError: cannot read x of nothing'
    lines[199] = 'one failed'
    const short = shorten(lines.join('\n'), 'result', 600)
    expect(short.startsWith('running the suite\n')).toBe(true)
    expect(short).toContain('TypeError: cannot read x of nothing\n')
    expect(short.endsWith('one failed')).toBe(true)
  })

  test('is parts of a line that is longer than all that may stay', () => {
    const short = shorten('abcdefgh'.repeat(1000), 'result', 600)
    expect(short.length).toBeLessThanOrEqual(600)
    expect(short.startsWith('abcdefgh')).toBe(true)
  })
})

/** Texts of all shapes: prose, lines, code, one line, nothing but marks, characters of two units. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '. ', '```\n', ' ', '[…]', '👍'.repeat(130), 'error: x\n', '\n\n', '。'),
      fc.string({ unit: 'binary', maxLength: 400, size: 'max' }),
      fc.string({ maxLength: 400, size: 'max' }),
    ),
    { maxLength: 40, size: 'max' },
  )
  .map((parts) => parts.join(''))
const kinds = fc.constantFrom<TextKind>('answer', 'result', 'prompt')

/** Half of a character of two units. */
const TORN = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

describe('for every text', () => {
  test('the length keeps to the share', () => {
    fc.assert(
      fc.property(texts, kinds, fc.integer({ min: 1, max: 99 }), (text, kind, share) => {
        const target = targetLength(text, share / 100)
        const short = shorten(text, kind, target)
        expect(short.length).toBeLessThanOrEqual(target)
        expect(short.length).toBeGreaterThan(Math.min(target, text.length) - LEAST_LENGTH)
      }),
    )
  })

  test('nothing is put in but marks, and no character is torn', () => {
    fc.assert(
      fc.property(texts, kinds, (text, kind) => {
        const short = shorten(text, kind, targetLength(text, 0.3))
        if (!TORN.test(text)) expect(short).not.toMatch(TORN)
        let from = 0
        for (const letter of short.replaceAll(/\[…\][ \n]?/g, '')) {
          from = text.indexOf(letter, from)
          expect(from).toBeGreaterThanOrEqual(0)
          from += letter.length
        }
        expect(text.trim() === '' || short.trim() !== '').toBe(true)
      }),
    )
  })

  test('the smallest share still has room for a unit', () => {
    expect(LEAST_LENGTH).toBeLessThanOrEqual(KEPT_WHOLE)
  })
})

describe('the work', () => {
  test.each<[string, TextKind, string]>([
    ['prose', 'answer', filler(1)],
    ['short lines', 'result', 'a\n'],
    ['blank lines', 'answer', '\n'],
    ['one line without blanks', 'result', 'abcdefghij'],
    ['dots', 'answer', '.'],
    ['fences', 'answer', '```\n'],
    ['paths', 'result', 'a/b/c/d/e/f/'],
    ['errors', 'result', 'error: no\n'],
  ])('doubles with the text: %s', (_what, kind, unit) => {
    const stepsFor = (length: number): number => {
      const extractor = new Extractor()
      extractor.shorten({ kind, text: unit.repeat(length / unit.length) }, length * 0.4)
      return extractor.steps
    }
    expect(stepsFor(400_000) / stepsFor(200_000)).toBeCloseTo(2, 1)
    expect(stepsFor(400_000)).toBeLessThanOrEqual(3 * 400_000)
  })
})
