import type { RecordedVersion } from '../../claude/versions.ts'
import { eachRun } from '../record.ts'
import { usageCases, type UsageCase } from './cases.ts'
import { compactsFirst } from './compacts-first.ts'

/** All cases, under the names that samples and `--only` go by. */
export const namedUsages = usageCases.map((asked) => ({ ...asked, scenario: 'stale-usage', id: asked.name }))

export interface UsageJob {
  asked: UsageCase
  version: RecordedVersion
}

export function usageJobs(cases: UsageCase[], versions: readonly RecordedVersion[]): UsageJob[] {
  return cases.flatMap((asked) => versions.map((version) => ({ asked, version })))
}

/** Asks the real program and names every case that it compacts, or does not, against what is written. */
export async function usageDifferences(jobs: UsageJob[]): Promise<string[]> {
  const found: string[] = []
  await eachRun(jobs, async ({ asked, version }) => {
    const compacts = await compactsFirst(asked, version)
    if (compacts === asked.compacts[version]) return
    found.push(`stale-usage/${asked.name} ${version}: ${compacts ? 'compacts first' : 'sends the prompt'}`)
  })
  return found.toSorted()
}
