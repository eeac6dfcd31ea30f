import { describe, expect, it } from 'vitest'
import { skipUnlessAvailable } from '../availability.ts'
import { claudeAvailable } from '../claude/install.ts'
import { recordedVersions } from '../claude/versions.ts'
import { differences } from './differences.ts'
import { lookupDifferences, lookupJobs } from './lookup/jobs.ts'
import { lookupCases } from './lookup/lookup-cases.ts'
import { loadLookups } from './lookup/recordings.ts'
import { recordableCases } from './recordable.ts'
import { loadCases, lookupScenario } from './recordings.ts'
import { sampled } from './sample.ts'

const seed = 7
const share = 0.1

const missing = await missingVersions()
const program = `claude ${recordedVersions.join(' and ')}`
const skipped = skipUnlessAvailable(program, missing.length === 0)

describe.skipIf(skipped)(`live: ${program}${skipped ? ` (${missing.join('; ')})` : ''}`, () => {
  it(
    `${share * 100} % of the cases (seed ${seed}) still do what is recorded`,
    { timeout: 600_000 },
    async () => {
      const chosen = sampled(await recordableCases(), share, seed)
      const jobs = chosen.flatMap((recording) => recordedVersions.map((version) => ({ recording, version })))
      expect(jobs.length).toBeGreaterThan(0)
      expect(await differences(jobs, await loadCases())).toEqual([])
    },
  )

  it(
    `${share * 100} % of the lookups (seed ${seed}) still find what is recorded`,
    { timeout: 600_000 },
    async () => {
      const named = lookupCases.map((asked) => ({ ...asked, scenario: lookupScenario }))
      const jobs = lookupJobs(sampled(named, share, seed))
      expect(jobs.length).toBeGreaterThan(0)
      expect(await lookupDifferences(jobs, await loadLookups())).toEqual([])
    },
  )
})

async function missingVersions(): Promise<string[]> {
  const asked = await Promise.all(recordedVersions.map(claudeAvailable))
  return asked.filter(({ ok }) => !ok).map(({ reason }) => reason)
}
