import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PlainSigner } from '../../signatures/signer.ts'
import { wasmText } from '../../signatures/wasm-text.ts'
import { foldText } from '../../../reader/query/fold.ts'
import { needleFor, type NeedleStep } from './needle.ts'

const wasm = wasmText()
if (wasm === undefined) throw new Error('WebAssembly with SIMD is part of every Node that Skein runs on')

describe('needleFor', () => {
  it.each<[string[], string]>([
    [['read'], 'READ'],
    [['a"b\\c'], 'A\\"B\\\\C'],
    [['the', 'file'], 'THE FILE'],
    [['a', 'priori'], 'PRIORI'],
    [['你好'], '你好'],
    // É may stand there as é or É, so only what is beside it is sure; the rarest part of that is enough.
    [['café', 'du', 'jour'], 'JOUR'],
  ])('of %j looks for %s', (pieces, expected) => {
    expect(shown(needleFor(pieces)?.steps)).toBe(expected)
  })

  it('is none where no two bytes are sure', () => {
    expect([needleFor(['é']), needleFor(['x']), needleFor(['\ufffd\ufffd'])]).toEqual([null, null, null])
  })
})

describe('find', () => {
  it('finds the needle of every literal in the JSON of every text that holds it, unless it is odd', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        'a',
        'B',
        'k',
        'S',
        ' ',
        '\n',
        '\t',
        '"',
        '\\',
        '/',
        'é',
        'É',
        '你',
        '好',
        '👍',
        '\u00a0',
        '\u3000',
        '\v',
        'ß',
        'e\u0301',
        'ſ',
        'K',
      ),
      maxLength: 60,
    })
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 1, max: 9 }), (whole, start, length) => {
        const folded = foldText(whole)
        const from = folded.length === 0 ? 0 : start % folded.length
        const pieces = folded
          .slice(from, from + length)
          .split(/\s+/)
          .filter((piece) => piece !== '')
        const needle = pieces.length === 0 ? null : needleFor(pieces)
        if (needle === null || isOdd(whole)) return
        wasm.setNeedle(0, needle)
        // Anything may have stood in the window before.
        const bytes = new TextEncoder().encode(`${'x'.repeat(start % 40)}${JSON.stringify(whole)}`)
        wasm.room(bytes.length + 100).fill(0x61)
        wasm.room(bytes.length).set(bytes)
        expect(wasm.find(0, bytes.length, 0)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 3000 },
    )
  })

  it('gives the first match in the range, in any case, over any white space', () => {
    const text = JSON.stringify('the  fil, THE\n\tFile, the file')
    const bytes = new TextEncoder().encode(text)
    const needle = needleFor(['the', 'file'])
    if (needle === null) throw new Error('a needle was expected')
    wasm.setNeedle(1, needle)
    wasm.room(bytes.length).set(bytes)
    const places = [text.indexOf('THE'), text.indexOf('the file')]
    expect([
      wasm.find(0, bytes.length, 1),
      wasm.find(places[0] + 1, bytes.length, 1),
      wasm.find(places[1] + 1, bytes.length, 1),
    ]).toEqual([...places, -1])
  })
})

function isOdd(text: string): boolean {
  const signer = new PlainSigner()
  const bytes = new TextEncoder().encode(JSON.stringify(text))
  signer.sign(bytes, { start: 0, stop: bytes.length }, 'everything')
  return signer.odd
}

/** Letters as capitals, gaps as spaces. */
function shown(steps: readonly NeedleStep[] = []): string {
  const bytes = steps.map((step) => (step === 'gap' ? 0x20 : step.letter ? step.byte - 0x20 : step.byte))
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
