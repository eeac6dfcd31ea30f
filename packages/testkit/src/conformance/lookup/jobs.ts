import { isDeepStrictEqual } from 'node:util'
import { recordedVersions, type RecordedVersion } from '../../claude/versions.ts'
import { eachRun } from '../record.ts'
import { lookupScenario } from '../recordings.ts'
import { askProgram } from './ask-program.ts'
import type { LookupCase } from './lookup-case.ts'
import { lookupDifference, type LookupOutcome } from './outcome.ts'
import type { RecordedLookup } from './recordings.ts'

export interface LookupJob {
  asked: LookupCase
  version: RecordedVersion
}

export function lookupJobs(
  cases: LookupCase[],
  versions: readonly RecordedVersion[] = recordedVersions,
): LookupJob[] {
  return cases.flatMap((asked) => versions.map((version) => ({ asked, version })))
}

/** Asks the real program about every job, in order of completion. */
export async function recordLookups(
  jobs: LookupJob[],
  report: (job: LookupJob, outcome: LookupOutcome) => Promise<void>,
): Promise<void> {
  await eachRun(jobs, async (job) => report(job, await askProgram(job.asked, job.version)))
}

/** Asks again and names every job whose case or outcome is not the one on disk, twice in a row. */
export async function lookupDifferences(jobs: LookupJob[], onDisk: RecordedLookup[]): Promise<string[]> {
  const found: string[] = []
  await recordLookups(jobs, async (job, outcome) => {
    if (differenceOf(job, outcome, onDisk) === undefined) return
    const again = differenceOf(job, await askProgram(job.asked, job.version), onDisk)
    if (again !== undefined) found.push(`${lookupScenario}/${job.asked.id} ${job.version}: ${again}`)
  })
  return found.toSorted()
}

/** Whether the disk holds an outcome for exactly these files and arguments. */
export function isLookupRecorded({ asked, version }: LookupJob, onDisk: RecordedLookup[]): boolean {
  const recorded = onDisk.find(({ id }) => id === asked.id)
  return recorded?.outcomes[version] !== undefined && isSameLookup(recorded, asked)
}

/** Whether two cases lay out the same bytes, equally old, and ask the same. */
export function isSameLookup(one: LookupCase, other: LookupCase): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other))
}

function differenceOf(job: LookupJob, outcome: LookupOutcome, onDisk: RecordedLookup[]): string | undefined {
  const recorded = onDisk.find(({ id }) => id === job.asked.id)?.outcomes[job.version]
  if (recorded === undefined || !isLookupRecorded(job, onDisk)) return 'not recorded as it is written now'
  return lookupDifference(recorded, outcome)
}

function comparable({ id, statement, args, files }: LookupCase): unknown {
  const laidOut = Object.entries(files).map(([path, file]) => [
    path,
    { bytes: Buffer.from(file.bytes), minutesOld: file.minutesOld },
  ])
  return { id, statement, args, files: Object.fromEntries(laidOut) as unknown }
}
