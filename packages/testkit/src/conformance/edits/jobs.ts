import { recordedVersions, type RecordedVersion } from '../../claude/versions.ts'
import { eachRun } from '../record.ts'
import { editBases } from './bases.ts'
import { editedOutcome, type EditedOutcome, type EditJob } from './edited-outcome.ts'
import { editOperations } from './operations.ts'

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
