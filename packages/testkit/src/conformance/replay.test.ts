import { describe, expect, it } from 'vitest'
import { outcomeDifference } from './difference.ts'
import { knownDifferences } from './known-differences.ts'
import { ourOutcome } from './our-outcome.ts'
import { loadCases } from './recordings.ts'

const cases = await loadCases()

describe('a resume request is what the real program sent', () => {
  it('is held to at least 300 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(300)
  })

  for (const { scenario, id, bytes, outcomes } of cases) {
    for (const [version, outcome] of Object.entries(outcomes)) {
      const name = `${scenario}/${id} by ${version}`
      const reason = knownDifferences.get(name)
      it(reason === undefined ? name : `${name}, but for a known reason`, () => {
        const found = outcomeDifference(outcome, ourOutcome(bytes, version, outcome))
        if (reason === undefined) expect(found).toBeUndefined()
        else expect(found).toBeDefined()
      })
    }
  }

  it('differs in no case that is not recorded', () => {
    const names = cases.flatMap(({ scenario, id, outcomes }) =>
      Object.keys(outcomes).map((version) => `${scenario}/${id} by ${version}`),
    )
    expect([...knownDifferences.keys()].filter((name) => !names.includes(name))).toEqual([])
  })
})
