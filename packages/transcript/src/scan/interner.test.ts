import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { hashOf } from './hash.ts'
import { Interner } from './interner.ts'

describe('Interner', () => {
  it('numbers distinct strings from 1 in order of first sight and gives them back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 })), (texts) => {
        const ids = new Interner()
        const distinct = [...new Set(texts)]
        expect(texts.map((text) => ids.internText(text))).toEqual(
          texts.map((text) => distinct.indexOf(text) + 1),
        )
        expect(ids.count).toBe(distinct.length)
        expect(distinct.map((text) => ids.find(text))).toEqual(distinct.map((_, i) => i + 1))
        expect(distinct.map((_, i) => ids.text(i + 1))).toEqual(distinct)
      }),
    )
  })

  it('keeps a hundred thousand strings apart while it grows', () => {
    const ids = new Interner()
    const name = (i: number): string => `${i.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
    for (let i = 0; i < 100_000; i++) ids.internText(name(i))
    expect(ids.count).toBe(100_000)
    expect([ids.text(1), ids.text(50_000), ids.text(100_000)]).toEqual([name(0), name(49_999), name(99_999)])
    expect(ids.find(name(77_777))).toBe(77_778)
  })

  it('takes strings over from another one, each with its length', () => {
    const [from, to] = [new Interner(), new Interner()]
    const ids = ['a', 'später', '', 'b'].map((text) => from.internText(text))
    to.internText('b')
    expect(ids.map((id) => to.internFrom(from, id))).toEqual([2, 3, 4, 1])
    expect([1, 2, 3, 4].map((id) => to.text(id))).toEqual(['b', 'a', 'später', ''])
    expect([0, 1, 2, 3, 4].map((id) => to.byteLength(id))).toEqual([0, 1, 1, 7, 0])
  })

  it('finds what it has when asked for more than it remembers, ASCII or not, short or long', () => {
    const ids = new Interner()
    const texts = ['ü', 'z'].flatMap((end) => Array.from({ length: 90 }, (_, i) => 'x'.repeat(i) + end))
    for (const text of texts) ids.internText(text)
    expect(texts.map((text) => ids.find(text))).toEqual(texts.map((_, i) => i + 1))
    expect(texts.map((text) => ids.find(`${text}!`))).toEqual(texts.map(() => 0))
  })

  it('knows nothing of strings it has not seen, and 0 stands for absent', () => {
    const ids = new Interner()
    expect([ids.find('a'), ids.text(0), ids.count]).toEqual([0, '', 0])
  })

  it('treats the empty string as a string', () => {
    const ids = new Interner()
    expect([ids.internText(''), ids.internText('a'), ids.find('')]).toEqual([1, 2, 1])
  })

  it('interns a range of bytes wherever it stands', () => {
    const ids = new Interner()
    const bytes = encodeUtf8('xxabcxxabc')
    expect([ids.intern(bytes, 2, 5), ids.intern(bytes, 7, 10), ids.intern(bytes, 2, 4)]).toEqual([1, 1, 2])
  })

  it('keeps strings apart whose hashes are the same', () => {
    const ids = new Interner()
    const bytes = encodeUtf8('abcd')
    expect([
      ids.internHashed(bytes, 0, 1, 7),
      ids.internHashed(bytes, 1, 2, 7),
      ids.internHashed(bytes, 0, 1, 7),
    ]).toEqual([1, 2, 1])
  })
})

describe('hashOf', () => {
  it('depends on the bytes alone, not on where they stand', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 8 }), (bytes, before) => {
        const moved = Uint8Array.from([...before, ...bytes, 1, 2, 3, 4])
        expect(hashOf(moved, before.length, before.length + bytes.length)).toBe(
          hashOf(bytes, 0, bytes.length),
        )
      }),
    )
  })

  it('spreads uuids that differ in a few digits over the low bits', () => {
    const slots = new Set<number>()
    for (let i = 0; i < 4096; i++) {
      const bytes = encodeUtf8(`3f2504e0-4f89-41d3-9a0c-0305e82c${i.toString(16).padStart(4, '0')}`)
      slots.add(hashOf(bytes, 0, bytes.length) & 0xffff)
    }
    // 4096 random picks of 65536 slots leave about 3971 distinct ones.
    expect(slots.size).toBeGreaterThan(3800)
  })
})
