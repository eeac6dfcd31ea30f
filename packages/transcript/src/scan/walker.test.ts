import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damagedBytes, jsonText } from '../../test/json-arbitrary.ts'
import { entryText } from '../../test/entry-arbitrary.ts'
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts'
import { OBJECTS } from './fields.ts'
import { hashOf } from './hash.ts'
import { PlainWalker } from './plain-walker.ts'
import { CODE_MASK, EVENT, EVENT_WIDTH, SAME, type Walker } from './walker.ts'
import { wasmWalker } from './wasm-walker.ts'

const wasm = wasmWalker()

/** Everything a walk says, with `SAME` put back into the hash it stands for. */
function walkAll(walker: Walker, bytes: Uint8Array, starts: readonly number[]) {
  walker.load(bytes, 0, bytes.length)
  return starts.map((start) => {
    const after = walker.walk(start)
    if (after < 0) return { failedAt: walker.failedAt }
    const events = walker.events.slice(0, walker.eventCount * EVENT_WIDTH)
    for (let event = 0; event < events.length; event += EVENT_WIDTH)
      resolveSame(events, event, bytes.subarray(start))
    const { badUtf8, repeated } = walker
    return { after, badUtf8, repeated, events: [...events] }

    function resolveSame(cells: Int32Array, event: number, object: Uint8Array): void {
      if ((cells[event] & SAME) === 0) return
      const value = object.subarray(cells[event + EVENT.start], cells[event + EVENT.end])
      const from = cells[event + EVENT.hash]
      expect(decodeUtf8(bytes.subarray(from, from + value.length))).toBe(decodeUtf8(value))
      cells[event] &= ~SAME
      cells[event + EVENT.hash] = hashOf(value, 1, value.length - 1)
    }
  })
}

function parsesAsObject(bytes: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(decodeUtf8(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const anyObject = fc.oneof(
  entryText(),
  jsonText().map((inner) => `{"content":[${inner}],"x":${inner}}`),
)

describe('walkers', () => {
  it('exist in both forms here', () => {
    expect(wasm).toBeDefined()
  })

  it.each([
    ['plain', new PlainWalker()],
    ['wasm', wasm!],
  ])('%s accepts of damaged objects exactly what JSON.parse accepts', (_name, walker) => {
    fc.assert(
      fc.property(damagedBytes(anyObject), (bytes) => {
        fc.pre(bytes[0] === 0x7b)
        walker.load(bytes, 0, bytes.length)
        const after = walker.walk(0)
        const rest = after < 0 ? 'not JSON' : decodeUtf8(bytes.subarray(after)).replaceAll(/[ \t\r]/g, '')
        expect(rest === '').toBe(parsesAsObject(bytes))
      }),
      { numRuns: 1500 },
    )
  })

  it('say the same about the same objects', () => {
    const objects = fc.array(fc.oneof(anyObject.map(encodeUtf8), damagedBytes(anyObject)), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(objects, (lines) => {
        const starts: number[] = []
        const bytes: number[] = []
        for (const line of lines) {
          if (line[0] === 0x7b) starts.push(bytes.length)
          bytes.push(...line, 0x0a)
        }
        const all = Uint8Array.from(bytes)
        expect(walkAll(wasm!, all, starts)).toEqual(walkAll(new PlainWalker(), all, starts))
      }),
      { numRuns: 1500 },
    )
  })

  it('say the same about long strings, which the WASM one reads in blocks of 64 bytes', () => {
    const piece = fc.oneof(
      { weight: 6, arbitrary: fc.nat(70).map((length) => 'x'.repeat(length)) },
      {
        weight: 4,
        arbitrary: fc.constantFrom('\\n', '\\\\', '\\"', '\\u00e9', '\\\\\\"', 'é', '漢字', '😀', '\\/'),
      },
      { weight: 1, arbitrary: fc.nat(40).map((count) => '\\\\'.repeat(count)) },
      { weight: 1, arbitrary: fc.constantFrom('\\', '"', '\\u12', '\\é', '\t', '\\x', 'BAD') },
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        // BAD is three bytes that are no UTF-8.
        const bytes = encodeUtf8(`{"uuid":"${pieces.join('')}","x":1}`)
        for (let i = bytes.indexOf(0x42); i >= 0; i = bytes.indexOf(0x42)) bytes.set([0xe2, 0x28, 0xf0], i)
        const expected = walkAll(new PlainWalker(), bytes, [0])
        expect(walkAll(wasm!, bytes, [0])).toEqual(expected)
        expect('after' in expected[0] && expected[0].after === bytes.length).toBe(parsesAsObject(bytes))
      }),
      { numRuns: 3000 },
    )
  })

  it('agree with JSON.parse on every byte in every place of an escape, a number, a word and between tokens', () => {
    // `?` stands for the byte under test. Long strings are read another way.
    const forms = [
      '"\\?"',
      '"\\u?000"',
      '"\\u0?00"',
      '"\\u00?0"',
      '"\\u000?"',
      '"?"',
      '?',
      '1?',
      '-?',
      '0?',
      '1.?',
      '1e?',
      '1e+?',
    ]
    const more = ['tru?', 'nul?', 'fals?', '[?]', '[1?2]', '{?}', '{"a"?1}', '{"a":1?}', '1,?', '1?,"y":2']
    const long = forms.slice(0, 6).map((form) => form.replace('"', `"${'x'.repeat(90)}`))
    for (const form of [...forms, ...more, ...long]) {
      for (let byte = 0; byte < 256; byte++) {
        if (byte === 0x0a) continue
        const bytes = encodeUtf8(`{"x":${form}}`)
        bytes[bytes.indexOf(0x3f)] = byte
        const expected = walkAll(new PlainWalker(), bytes, [0])
        expect(walkAll(wasm!, bytes, [0])).toEqual(expected)
        expect('after' in expected[0] && expected[0].after === bytes.length).toBe(parsesAsObject(bytes))
      }
    }
  })

  it('find the same bytes to be invalid UTF-8, at every boundary of its ranges', () => {
    const edges = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0]
    for (let lead = 0x80; lead < 0x100; lead++) {
      for (const second of edges) {
        for (const [third, fourth] of [
          [0x41, 0x41],
          [0x80, 0x41],
          [0xbf, 0x80],
        ]) {
          const bytes = encodeUtf8('{"x":"????"}')
          bytes.set([lead, second, third, fourth], 6)
          const replaced = encodeUtf8(decodeUtf8(bytes)).join() !== bytes.join()
          const expected = walkAll(new PlainWalker(), bytes, [0])
          expect(expected).toEqual([expect.objectContaining({ badUtf8: replaced })])
          expect(walkAll(wasm!, bytes, [0])).toEqual(expected)
        }
      }
    }
  })

  it.each([
    ['escaped keys', '{"\\u0074ype":"user","message":{"\\u0069d":"m"}}'],
    ['deep nesting', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)},"uuid":"a"}`],
    ['more events than the WASM memory has room for', `{"content":[${'{"type":"text"},'.repeat(50_000)}1]}`],
    ['a line longer than the WASM memory was', `{"x":"${'y'.repeat(5_000_000)}","uuid":"a"}`],
    ['repeated keys', '{"uuid":"a","uuid":"b","message":{"id":"c"},"message":{}}'],
    ['every known key', JSON.stringify(Object.fromEntries(OBJECTS.flat().map(({ name }) => [name, name])))],
  ])('say the same about %s', (_name, text) => {
    const bytes = encodeUtf8(text)
    const expected = walkAll(new PlainWalker(), bytes, [0])
    expect(expected).toEqual([expect.objectContaining({ after: bytes.length })])
    expect(walkAll(wasm!, bytes, [0])).toEqual(expected)
  })

  it('the WASM one keeps working after its memory grew and after it gave up', () => {
    const small = encodeUtf8('{"uuid":"a"}')
    const before = walkAll(wasm!, small, [0])
    walkAll(wasm!, encodeUtf8(`{"x":"${'y'.repeat(12_000_000)}"}`), [0])
    walkAll(wasm!, encodeUtf8('{"\\u0075uid":"b"}'), [0])
    expect(walkAll(wasm!, small, [0])).toEqual(before)
  })

  it('recognise a string that the row before had, and a parent that is the row before', () => {
    const bytes = encodeUtf8('{"uuid":"u1","cwd":"/a"}\n{"parentUuid":"u1","uuid":"u2","cwd":"/a"}\n')
    wasm!.load(bytes, 0, bytes.length)
    wasm!.walk(0)
    wasm!.walk(25)
    const codes = [0, 1, 2].map((i) => wasm!.events[i * EVENT_WIDTH])
    expect(codes.map((code) => (code & SAME) !== 0)).toEqual([true, false, true])
    expect(codes.every((code) => (code & CODE_MASK) > 0)).toBe(true)
  })
})

describe('the list of keys', () => {
  it('gives each key its own code, within 32 of the others of its object, all below the flags', () => {
    const codes = OBJECTS.flat().map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(Math.max(...codes)).toBeLessThanOrEqual(CODE_MASK)
    for (const keys of OBJECTS) {
      const bits = keys.map(({ code }) => code % 32)
      expect(new Set(bits).size).toBe(bits.length)
    }
  })

  it('fits the WASM layout: names of at most 40 bytes, key tables below the last strings', () => {
    expect(Math.max(...OBJECTS.flat().map(({ name }) => name.length))).toBeLessThanOrEqual(40)
    expect(2048 + OBJECTS.length * 256 + OBJECTS.flat().length * 48).toBeLessThanOrEqual(0x7000)
  })
})
