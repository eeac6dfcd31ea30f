import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeAll, piecesOf } from './encode-all.ts'

it('texts are encoded as Buffer.from encodes them', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      expect(piecesOf(encodeAll(texts)).map((bytes) => Buffer.from(bytes))).toEqual(
        texts.map((text) => Buffer.from(text)),
      )
    }),
  )
})

it('however long they are, and those before stay what they were', () => {
  const first = encodeAll(['é'.repeat(10), ''])
  const texts = ['a'.repeat(3_000_000), '…'.repeat(2_000_000), '🙂'.repeat(1_000_000)]
  expect(piecesOf(encodeAll(texts)).map(({ length }) => length)).toEqual([3_000_000, 6_000_000, 4_000_000])
  expect(piecesOf(first).map((bytes) => Buffer.from(bytes).toString())).toEqual(['é'.repeat(10), ''])
})
