import { recordedVersions, type RecordedVersion } from '../claude/versions.ts'
import type { Questions } from './ask-again.ts'
import { editJobs } from './edits/jobs.ts'
import { lookupJobs } from './lookup/jobs.ts'
import { lookupCases } from './lookup/lookup-cases.ts'
import { recordableCases } from './recordable.ts'
import { lookupScenario } from './recordings.ts'
import { sampled } from './sample.ts'
import { namedUsages, usageJobs } from './stale-usage/jobs.ts'

/** Which of all questions are asked; all of them unless something is said. */
export interface Selection {
  /** A scenario, or one of its cases: `scenario/case`. */
  only?: string | undefined
  version?: string | undefined
  /** From 0 to 1. */
  share?: number
  seed?: number
}

export async function questionsOf(selection: Selection): Promise<Questions> {
  const versions = versionsOf(selection)
  const lookups = lookupCases.map((asked) => ({ ...asked, scenario: lookupScenario }))
  return {
    transcripts: selected(await recordableCases(), selection).flatMap((recording) =>
      versions.map((version) => ({ recording, version })),
    ),
    lookups: lookupJobs(selected(lookups, selection), versions),
    usages: usageJobs(selected(namedUsages, selection), versions),
    edits: (await Promise.all(versions.map((version) => editJobs([version])))).flatMap((jobs) =>
      selected(jobs, selection),
    ),
  }
}

export function versionsOf({ version }: Selection): RecordedVersion[] {
  return recordedVersions.filter((known) => version === undefined || known === version)
}

export function selected<T extends { scenario: string; id: string }>(cases: T[], selection: Selection): T[] {
  const { only, share = 1, seed = 1 } = selection
  const wanted = cases.filter(
    ({ scenario, id }) => only === undefined || only === scenario || only === `${scenario}/${id}`,
  )
  return wanted.length === 0 ? [] : sampled(wanted, share, seed)
}
