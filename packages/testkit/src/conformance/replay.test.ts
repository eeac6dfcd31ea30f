import { describe, expect, it } from 'vitest'
import { outcomeDifference } from './difference.ts'
import { ourOutcome } from './our-outcome.ts'
import { loadCases } from './recordings.ts'

const cases = await loadCases()

describe('a resume request is what the real program sent', () => {
  it('is held to at least 300 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(300)
  })

  for (const { scenario, id, bytes, outcomes } of cases) {
    for (const [version, outcome] of Object.entries(outcomes)) {
      it(`${scenario}/${id} by ${version}`, () => {
        expect(outcomeDifference(outcome, ourOutcome(bytes, version, outcome))).toBeUndefined()
      })
    }
  }
})
