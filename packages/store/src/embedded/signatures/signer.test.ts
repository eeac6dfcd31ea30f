import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '../../reader/query/fold.ts'
import type { RuleName } from '../search/text-rules.ts'
import { FastSigner, PlainSigner, type Signer } from './signer.ts'
import { bitsOf, hasBit } from './grams.ts'
import { FULL_BLOCK, SIGNATURE_BYTES } from './signed-block.ts'
import { turnPlainly, widthFor } from './slices.ts'
import { wasmText } from './wasm-text.ts'

const wasm = wasmText()
if (wasm === undefined) throw new Error('WebAssembly with SIMD is part of every Node that Skein runs on')

describe('FastSigner', () => {
  it('signs every unit of UTF-16 as the plain one does, written out and escaped', () => {
    const wrong: number[] = []
    for (let unit = 0; unit < 0x10000; unit += 16) {
      const run = String.fromCharCode(...Array.from({ length: 16 }, (_, i) => unit + i))
      const escaped = Array.from(run, (c) => (c.length === 1 ? `\\u${hex(c)}` : c)).join('')
      for (const json of [JSON.stringify(`ab${run}yz`), `"ab${escaped}yz"`])
        if (!sameOrMore(signedBy(new FastSigner(wasm), json), signedBy(new PlainSigner(), json)))
          wrong.push(unit)
    }
    expect(wrong).toEqual([])
  })

  it('signs what the plain one signs, and nothing else where no string needs the whole of it', () => {
    fc.assert(
      fc.property(jsonText(asciiText), fc.constantFrom(...RULES), (json, rule) => {
        const [fast, plain] = [new FastSigner(wasm), new PlainSigner()].map((signer) =>
          signedBy(signer, json, rule),
        )
        expect({ ...fast, bits: null }).toEqual({ ...plain, bits: null })
        expect(Buffer.compare(fast.bits, plain.bits)).toBe(0)
      }),
    )
  })

  it('misses nothing of any text', () => {
    fc.assert(
      fc.property(jsonText(anyText), fc.constantFrom(...RULES), (json, rule) => {
        const fast = signedBy(new FastSigner(wasm), json, rule)
        expect(sameOrMore(fast, signedBy(new PlainSigner(), json, rule))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('leaves what nests too deep, or has too many hard strings, to the plain way', () => {
    const deep = `${'['.repeat(5000)}"needle"${']'.repeat(5000)}`
    const hard = `["needle"${',"e\\u0301xy"'.repeat(3000)}]`
    for (const json of [deep, hard])
      expect(bitsOf('needle').every((bit) => hasBit(signedBy(new FastSigner(wasm), json).bits, bit))).toBe(
        true,
      )
  })

  it('reads invalid UTF-8 as a decoder does', () => {
    const bytes = Uint8Array.from([0x22, 0x61, 0x62, 0xe4, 0xbd, 0x63, 0xff, 0x64, 0x65, 0x22])
    const signers = [new FastSigner(wasm), new PlainSigner()]
    for (const signer of signers) {
      signer.bits.fill(0)
      signer.sign(bytes, { start: 0, stop: bytes.length }, 'block')
      expect(bitsOf('ab\ufffdc\ufffdde').every((bit) => hasBit(signer.bits, bit))).toBe(true)
    }
  })
})

describe('a signature', () => {
  it.each([
    ['plain', '"Read the File"', false],
    ['short escapes and control characters', '"a\\n\\t\\"\\\\\\u001b[0m"', false],
    ['composed letters, ideographs, emoji', '"é 你好 👍"', false],
    ['a letter as an escape', '"\\u0061bc"', true],
    ['an escaped slash', '"a\\/b"', true],
    ['letters with accents apart', '"e\u0301"', true],
    ['a compatibility ideograph', '"\uf900"', true],
    ['the long s', '"\u017f"', true],
  ])('says of %s whether its bytes show its text', (_what, json, odd) => {
    for (const signer of [new FastSigner(wasm), new PlainSigner()])
      expect(signedBy(signer, json).odd).toBe(odd)
  })

  it('has all bits of every part of its text, wherever the part is cut', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'B', 'ſ', ' ', '\n', '"', '/', 'É', 'e\u0301'), maxLength: 30 }),
      fc.string({ unit: fc.constantFrom('你', '好', '世', ' ', '\u3000', '한', '👍', '🀄'), maxLength: 20 }),
      fc
        .array(fc.constantFrom('of', 'the', 'a', 'and', 'x1', 'Straße', '你好'), { maxLength: 12 })
        .map((words) => words.join(' ')),
    )
    fc.assert(
      fc.property(text, fc.boolean(), fc.nat(), fc.nat(), (whole, escaped, from, length) => {
        const folded = foldText(whole)
        const start = from % (folded.length + 1)
        const part = folded.slice(start, start + 1 + (length % 20))
        const json = escaped
          ? `"${Array.from({ length: whole.length }, (_, i) => `\\u${hex(whole[i])}`).join('')}"`
          : JSON.stringify(whole)
        for (const signer of [new FastSigner(wasm), new PlainSigner()]) {
          const { bits } = signedBy(signer, json)
          expect(bitsOf(part).filter((bit) => !hasBit(bits, bit))).toEqual([])
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('tells a phrase from its words', () => {
    const { bits } = signedBy(new FastSigner(wasm), '"deploy the server, then read the summary of it"')
    const missing = (text: string): number => bitsOf(text).filter((bit) => !hasBit(bits, bit)).length
    expect([missing('deploy the'), missing('the summary'), missing('ploy the ser')]).toEqual([0, 0, 0])
    // "loy s", "oy su" and "y sum" of the runs of five units, "loy sum" with its four bits, "y s" of the runs of three.
    expect(missing('deploy summary')).toBe(8)
  })

  it('has the bits of few seams by chance, however full it is', () => {
    const word = randomWords(7)
    const words = Array.from({ length: Math.floor(FULL_BLOCK / 9) }, word)
    const { bits } = signedBy(new FastSigner(wasm), JSON.stringify(words.join(' ')))
    const isThere = (seam: string): boolean =>
      bitsOf(seam)
        .slice(0, SEAM_BITS)
        .every((bit) => hasBit(bits, bit))
    const others = Array.from({ length: 5000 }, () => `${word().slice(-3)} ${word().slice(0, 3)}`)
    // A seam sets four of 65,536 bits: one bit is there with 1 - e^(-4 * 7281 / 65536) = 0.36, all four with 0.017.
    expect(others.filter(isThere).length / others.length).toBeLessThan(0.025)
  })

  it('leaves out what is no text', () => {
    const block = {
      type: 'tool_use',
      id: 'toolu_leftout',
      name: 'Bash',
      input: { id: 'kept', x: ['deep'] },
      signature: 'gone',
    }
    const { bits } = signedBy(new FastSigner(wasm), JSON.stringify(block))
    const has = (text: string): boolean => bitsOf(text).every((bit) => hasBit(bits, bit))
    expect([has('kept'), has('deep'), has('bash'), has('leftout'), has('gone')]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('turn', () => {
  it('turns as the plain one does', () => {
    const signature = fc.uint8Array({ minLength: SIGNATURE_BYTES, maxLength: SIGNATURE_BYTES })
    fc.assert(
      fc.property(fc.array(signature, { minLength: 1, maxLength: 70 }), (signatures) => {
        const width = widthFor(signatures.length)
        expect(Buffer.compare(wasm.turn(signatures, width), turnPlainly(signatures, width))).toBe(0)
      }),
      { numRuns: 10 },
    )
  })
})

/** Bits of a seam; they stand before all others. */
const SEAM_BITS = 4

/** Words of eight letters, the same ones in every run. */
function randomWords(seed: number): () => string {
  let state = seed
  const letter = (): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return String.fromCharCode(0x61 + Math.floor((state / 2 ** 32) * 26))
  }
  return () => Array.from({ length: 8 }, letter).join('')
}

const RULES: readonly RuleName[] = ['everything', 'block', 'row']

const KEYS = ['type', 'text', 'input', 'id', 'data', 'content', 'source', 'a"b', 'uuid', 'é']

const asciiText = fc.string({ unit: 'grapheme-ascii', maxLength: 40 })
const anyText = fc.oneof(
  asciiText,
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom(
      'e',
      '\u0301',
      'ﬁ',
      '한',
      '\u1112',
      '\u1161',
      '👩',
      '\u200d',
      ' ',
      '\n',
      '\ud800',
      'İ',
      'ß',
      'ς',
    ),
    maxLength: 20,
  }),
)

/** JSON as any writer may write it: with or without escapes, with or without white space. */
function jsonText(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.constantFrom(null, true, 12.5),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5 }),
    ),
  }))
  return fc
    .tuple(value, fc.constantFrom(undefined, 1))
    .map(([json, indent]) => JSON.stringify(json, null, indent))
}

function signedBy(
  signer: Signer,
  json: string,
  rule: RuleName = 'block',
): { bits: Uint8Array; units: number; odd: boolean } {
  const bytes = new TextEncoder().encode(json)
  signer.bits.fill(0)
  signer.odd = false
  const units = signer.sign(bytes, { start: 0, stop: bytes.length }, rule)
  return { bits: signer.bits.slice(), units, odd: signer.odd }
}

/** The plain signer calls a block odd more readily: it does not know what escapes stand for. */
function sameOrMore(fast: ReturnType<typeof signedBy>, plain: ReturnType<typeof signedBy>): boolean {
  return fast.units === plain.units && plain.bits.every((byte, i) => (byte & ~fast.bits[i]) === 0)
}

function hex(c: string): string {
  return c.charCodeAt(0).toString(16).padStart(4, '0')
}
