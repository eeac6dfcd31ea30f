import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compose } from '../../reader/query/fold.ts'
import { TextTerms } from '../../embedded/search/text-terms.ts'
import type { OpenFile } from './open-file.ts'
import { MARGIN_BYTES, PIECE_BYTES, piecesOf } from './text-pieces.ts'

describe('pieces of a text', () => {
  it('are one for a short text, and none for an empty one', () => {
    expect([...piecesOf(bytesOf('a short one'))]).toEqual([{ text: 'a short one', own: { from: 0, to: 11 } }])
    expect([...piecesOf(bytesOf(''))]).toEqual([])
  })

  it.each([
    ['lines', 'a line of words\n'],
    ['one line', 'words without an end '],
    ['no ASCII', '日本語のテキスト'],
    ['pairs of surrogates', '😀'],
    ['letters with their accents apart', 'e\u0301a\u0308'],
    ['bytes that are no text', '\ud800'],
  ])('are all of it, each once, in memory of a piece: %s', (_name, unit) => {
    const bytes = new TextEncoder().encode(unit)
    const text = unit.repeat(Math.ceil((2.5 * PIECE_BYTES) / bytes.length))
    const expected = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))
    let joined = ''
    for (const { text: piece, own } of piecesOf(bytesOf(text))) {
      expect(piece.length).toBeLessThanOrEqual(PIECE_BYTES + 2 * MARGIN_BYTES)
      // What stands around it is what stands there.
      expect(expected.startsWith(piece, joined.length - own.from)).toBe(true)
      joined += piece.slice(own.from, own.to)
    }
    expect(joined === expected).toBe(true)
  })

  it('have every match whole that lies about an edge, once', () => {
    const terms = new TextTerms()
    const place = fc.integer({ min: -40, max: 40 })
    const needle = fc.constantFrom('needle', 'Ne\u0301edle', '針を探す', 'two words')
    fc.assert(
      fc.property(place, needle, fc.constantFrom('x', '\n', '語', '. '), (shift, word, filler) => {
        const text = textWith(word, filler, PIECE_BYTES + shift)
        const term = terms.of({
          kind: 'literal',
          literal: { pieces: compose(word).toLowerCase().split(' '), wordStart: false, wordEnd: false },
        })
        const found: string[] = []
        for (const { text: piece, own } of piecesOf(bytesOf(text))) {
          const composed = compose(piece)
          const [from, to] = [own.from, own.to].map((at) => compose(piece.slice(0, at)).length)
          for (const { start, stop } of term.matches({
            composed,
            folded: composed.toLowerCase(),
            own: { from, to },
          }))
            found.push(composed.slice(start, stop))
        }
        expect(found).toEqual([compose(word)])
      }),
      { numRuns: 60 },
    )
  })
})

/** A word that begins at about so many bytes of a text that is filled up with something else. */
function textWith(word: string, filler: string, at: number): string {
  const length = new TextEncoder().encode(filler).length
  return `${filler.repeat(Math.floor(at / length))}${word}${filler.repeat(Math.ceil(MARGIN_BYTES / 4))}`
}

function bytesOf(text: string): OpenFile {
  const bytes = new TextEncoder().encode(text)
  return {
    look: { inode: 1, size: bytes.length, mtime: 0 },
    readInto: (buffer, offset) => {
      const part = bytes.subarray(offset, offset + buffer.length)
      buffer.set(part)
      return part.length
    },
    close: () => {},
  }
}
