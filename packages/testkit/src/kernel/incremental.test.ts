import { fullView, Transcript } from '@skein/transcript'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../corpus/prng.ts'
import { generateSession } from '../corpus/session.ts'
import { damaged, linesOf } from '../fuzz/damage.ts'
import { derivedPicture, read } from './derived-picture.ts'
import { anySession } from './sessions.ts'

describe('a transcript read in pieces', () => {
  it('gives the same picture as one read at once, however it was cut', () => {
    fc.assert(
      fc.property(anySession, fc.infiniteStream(fc.integer({ min: 1, max: 4000 })), (options, sizes) => {
        const { bytes } = generateSession(options)
        expect(derivedPicture(read(pieces(bytes, sizes)), bytes)).toEqual(
          derivedPicture(read([bytes]), bytes),
        )
      }),
      { numRuns: 80 },
    )
  })

  it('is at every line what a cold read up to there gives', () => {
    fc.assert(
      fc.property(anySession, (options) => {
        const { bytes } = generateSession(options)
        const grown = new Transcript()
        const view = fullView(grown)
        const lines = linesOf(bytes)
        const step = Math.max(1, Math.floor(lines.length / 6))
        for (let i = 0; i < lines.length; i += step) {
          const part = joined(lines.slice(i, i + step))
          grown.append(part)
          const known = joined(lines.slice(0, i + step))
          const cold = new Transcript()
          cold.append(known)
          expect(derivedPicture(grown, known)).toEqual(derivedPicture(cold, known))
          expect([...view.places()]).toEqual([...fullView(cold).places()])
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe('damaged transcripts', () => {
  it('never throw, put every row in one place, and read in pieces as at once: 2,000 inputs', () => {
    for (let session = 0; session < 100; session++) {
      const lines = linesOf(
        generateSession({ ...fc.sample(anySession, { numRuns: 1, seed: session })[0], turns: 2 }).bytes,
      )
      for (let i = 0; i < 20; i++) {
        const random = new Random(`kernel:${session}:${i}`)
        const { bytes } = damaged(lines, random)
        const cold = read([bytes])
        const places = [...fullView(cold).places()].map(({ row }) => row).sort((a, b) => a - b)
        expect(places).toEqual(Array.from({ length: cold.rowCount }, (_, row) => row))
        const picture = derivedPicture(cold, bytes)
        if (i % 4 === 0) {
          const half = random.int(0, bytes.length)
          expect(derivedPicture(read([bytes.subarray(0, half), bytes.subarray(half)]), bytes)).toEqual(
            picture,
          )
        }
      }
    }
  })
})

function* pieces(bytes: Uint8Array, sizes: Iterator<number>): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length;) {
    const end = start + Number(sizes.next().value)
    yield bytes.slice(start, end)
    start = end
  }
}

function joined(lines: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(lines.flatMap((line) => [...line, 0x0a]))
}
