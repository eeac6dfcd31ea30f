import { isDeepStrictEqual } from 'node:util'
import { recordedVersions, type RecordedVersion } from '../../claude/versions.ts'
import { eachRun } from '../record.ts'
import { editBases } from './bases.ts'
import { editedOutcome, givenBy, type EditedOutcome, type EditJob } from './edited-outcome.ts'
import { editOperations } from './operations.ts'
import { editName, type EditedOutcomes } from './recordings.ts'

/** An edit to be tried, under the name that `--only` and samples go by. */
export interface NamedEditJob extends EditJob {
  /** The operation. */
  scenario: string
  /** The base, as it is called with the version that wrote it. */
  id: string
}

/** Every operation on every base it is for. */
export async function editJobs(
  versions: readonly RecordedVersion[] = recordedVersions,
): Promise<NamedEditJob[]> {
  const bases = await editBases()
  return editOperations.flatMap((operation) =>
    bases
      .filter((base) => operation.isFor(baseName(base.id)))
      .flatMap((base) =>
        versions.map((version) => ({ scenario: operation.id, id: base.id, base, operation, version })),
      ),
  )
}

export function baseName(id: string): string {
  return id.replace(/-by-[\d.]+$/, '')
}

/**
 * Tries edits. A failure counts when a second run fails too: a busy machine can hold up a single run beyond its time
 * limit.
 */
export async function tryEdits(
  jobs: NamedEditJob[],
  report: (job: NamedEditJob, outcome: EditedOutcome) => void,
): Promise<void> {
  await eachRun(jobs, async (job) => {
    const outcome = await editedOutcome(job)
    report(job, outcome.kind === 'failed' ? await editedOutcome(job) : outcome)
  })
}

/** Tries edits again and names every one that does not come to what is recorded. What is given may have changed. */
export async function editDifferences(jobs: NamedEditJob[], recorded: EditedOutcomes): Promise<string[]> {
  const found: string[] = []
  await tryEdits(jobs, (job, outcome) => {
    const expected = recorded[editName(job)]
    if (expected === undefined || !isDeepStrictEqual({ ...expected, given: '' }, { ...outcome, given: '' }))
      found.push(`${editName(job)}: ${JSON.stringify(outcome)}, recorded is ${JSON.stringify(expected)}`)
  })
  return found.toSorted()
}

/** The edits that no longer write what the real program was asked about. */
export async function changedEdits(jobs: NamedEditJob[], recorded: EditedOutcomes): Promise<NamedEditJob[]> {
  // The version that goes on with an edit has no part in it.
  const given = new Map<string, string | undefined>()
  const changed: NamedEditJob[] = []
  for (const job of jobs) {
    const edit = `${job.scenario}/${job.id}`
    if (!given.has(edit)) given.set(edit, await givenBy(job))
    const outcome = recorded[editName(job)]
    if (outcome?.kind !== 'resumed' || outcome.given !== given.get(edit)) changed.push(job)
  }
  return changed
}
