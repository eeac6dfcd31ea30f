import { describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../../availability.ts'
import { claudeAvailable } from '../../claude/install.ts'
import { recordedVersions } from '../../claude/versions.ts'
import { sampled } from '../sample.ts'
import { editJobs, tryEdits } from './jobs.ts'
import { editName, loadEdits, type EditedOutcomes } from './recordings.ts'

const jobs = await editJobs()
const recorded = await loadEdits()

describe('edited sessions and the real program', () => {
  it('every operation was tried on every base it is for', () => {
    expect(Object.keys(recorded).toSorted()).toEqual(jobs.map(editName).toSorted())
  })

  it('went on with each of them', () => {
    const stopped = Object.entries(recorded).filter(([, { kind }]) => kind !== 'resumed')
    expect(stopped).toEqual([])
  })
})

const seed = 7
const share = 0.1

for (const version of recordedVersions) {
  const { ok, reason } = await claudeAvailable(version)
  const skipped = skipUnlessAvailable(`claude ${version}`, ok)
  describe.skipIf(skipped)(`live edits: claude ${version}${skipped ? ` (${reason})` : ''}`, () => {
    it(`goes on with ${share * 100} % of them (seed ${seed}) as recorded`, { timeout: 600_000 }, async () => {
      const chosen = sampled(
        jobs.filter((job) => job.version === version),
        share,
        seed,
      )
      const expected: EditedOutcomes = {}
      const found: EditedOutcomes = {}
      for (const job of chosen) expected[editName(job)] = recorded[editName(job)]
      await tryEdits(chosen, (job, outcome) => {
        found[editName(job)] = outcome
      })
      expect(chosen.length).toBeGreaterThan(0)
      expect(found).toEqual(expected)
    })
  })
}
