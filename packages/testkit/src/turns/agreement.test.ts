import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomTranscript } from '../../../view/test/random-transcript.ts'
import { generateSession } from '../corpus/session.ts'
import { anySession } from '../kernel/sessions.ts'
import { disagreements } from './agreement.ts'

describe('every part that numbers turns gives the names of the rule', () => {
  it('in generated sessions, with branches, compactions, damage and all', () => {
    fc.assert(
      fc.property(anySession, (options) => {
        const features = { ...options.features, rewind: true }
        expect(disagreements(generateSession({ ...options, features }).bytes)).toEqual([])
      }),
      { numRuns: 40, seed: 11 },
    )
  })

  it('in transcripts as nobody should write them', () => {
    fc.assert(
      fc.property(randomTranscript(), (lines) => {
        expect(disagreements(Buffer.concat(lines))).toEqual([])
      }),
      { numRuns: 200, seed: 11 },
    )
  })
})
