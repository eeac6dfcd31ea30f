import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts'
import { JsonBytes } from './json-bytes.ts'
import { damagedBytes, jsonText } from '../../test/json-arbitrary.ts'

/** Where the value that fills `bytes` ends, or -1. */
function skip(bytes: Uint8Array): number {
  const json = new JsonBytes()
  json.reset(bytes, bytes.length)
  const after = json.skipValue(json.skipSpace(0))
  return after < 0 ? -1 : json.skipSpace(after)
}

function parses(bytes: Uint8Array): boolean {
  try {
    JSON.parse(decodeUtf8(bytes))
    return true
  } catch {
    return false
  }
}

describe('JsonBytes', () => {
  it('accepts every JSON text to its end', () => {
    fc.assert(
      fc.property(jsonText(), (text) => {
        const bytes = encodeUtf8(text)
        expect(skip(bytes)).toBe(bytes.length)
      }),
      { numRuns: 300 },
    )
  })

  it('accepts of damaged JSON exactly what JSON.parse accepts of its decoded text', () => {
    fc.assert(
      fc.property(damagedBytes(jsonText()), (bytes) => {
        expect(skip(bytes) === bytes.length).toBe(parses(bytes))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    '0',
    '-0',
    '-',
    '01',
    '1.',
    '.5',
    '1.5e',
    '1e+',
    '1E-7',
    '--1',
    '+1',
    'NaN',
    'Infinity',
    '1e400',
    '-1.0e+10',
    'true',
    'tru',
    'truee',
    'null',
    'nul',
    'false',
    'fals',
    '""',
    '"',
    '"\\',
    '"\\"',
    '"\\u12"',
    '"\\u12G4"',
    '"\\u12aF"',
    '"\\x"',
    '"\t"',
    '"\u007f"',
    '"\u2028"',
    '"é😀"',
    '[]',
    '[',
    '[,]',
    '[1,]',
    '[1 2]',
    '[1,2]',
    ']',
    '[[[]]]',
    '[[]',
    '[}',
    '{"a":1]',
    '{}',
    '{',
    '{,}',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{"a":1,"a":2}',
    '{a:1}',
    '{"a":1 "b":2}',
    '{1:1}',
    '{"a" : [ ] }',
    '',
    ' ',
    '\ufeff1',
    '1\u00a0',
    '\f1',
    '\u000b1',
  ])('agrees with JSON.parse on %j', (text) => {
    const bytes = encodeUtf8(text)
    expect(skip(bytes) === bytes.length && bytes.length > 0).toBe(parses(bytes))
  })

  it('accepts invalid UTF-8 inside strings, as a decoder replaces it, and says so', () => {
    const json = new JsonBytes()
    const verdict = (inner: number[]): [boolean, boolean] => {
      const bytes = Uint8Array.from([0x22, ...inner, 0x22])
      json.reset(bytes, bytes.length)
      return [json.skipValue(0) === bytes.length, json.badUtf8]
    }
    expect(verdict([0xc3, 0xa9])).toEqual([true, false])
    expect(verdict([0xf0, 0x9f, 0x98, 0x80])).toEqual([true, false])
    for (const bad of [
      [0x80],
      [0xc0, 0xaf],
      [0xc3],
      [0xe2, 0x82],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xff],
    ])
      expect(verdict(bad)).toEqual([true, true])
  })

  it('finds the bytes that TextDecoder replaces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(255), fc.integer({ min: 0x80, max: 0xff })), { maxLength: 12 }),
        (raw) => {
          const inner = raw.filter((c) => c >= 0x20 && c !== 0x22 && c !== 0x5c)
          const bytes = Uint8Array.from([0x22, ...inner, 0x22])
          const json = new JsonBytes()
          json.reset(bytes, bytes.length)
          expect(json.skipValue(0)).toBe(bytes.length)
          // A text that holds U+FFFD by itself encodes back to the same bytes; a replaced one does not.
          expect(json.badUtf8).toBe(encodeUtf8(decodeUtf8(bytes)).join() !== bytes.join())
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('ends every value before a newline', () => {
    expect(skip(encodeUtf8('{"a":\n1}'))).toBe(-1)
    expect(skip(encodeUtf8('1\n'))).toBe(1)
  })

  it('skips a million nested arrays', () => {
    const depth = 1_000_000
    expect(skip(encodeUtf8('['.repeat(depth) + ']'.repeat(depth)))).toBe(2 * depth)
    expect(skip(encodeUtf8('['.repeat(depth)))).toBe(-1)
  })
})
