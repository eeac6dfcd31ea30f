import { isDeepStrictEqual } from 'node:util'
import { gaveUp, HANG_MS, patience } from '../patience.ts'
import { outcomeDifference } from './difference.ts'
import type { Outcome } from './outcome.ts'
import { recordAll, recordOne, type RecordJob } from './record.ts'
import type { RecordedCase } from './recordings.ts'

/**
 * Asks the real program again and names every job whose case or outcome is not the one on disk.
 *
 * A difference counts when a second run shows one too: a busy machine can hold up a single run beyond its time limit.
 */
export async function differences(jobs: RecordJob[], onDisk: RecordedCase[]): Promise<string[]> {
  const found: string[] = []
  await recordAll(jobs, async (job, outcome) => {
    const different = differenceOf(job, outcome, onDisk)
    if (different === undefined) return
    const second = await recordOne(job)
    const again = differenceOf(job, second, onDisk)
    if (again === undefined) return
    const why = second.kind === 'hangs' ? ` (${gaveUp('an answer', patience(HANG_MS))})` : ''
    found.push(`${job.recording.scenario}/${job.recording.id} ${job.version}: ${again}${why}`)
  })
  return found.toSorted()
}

function differenceOf(job: RecordJob, outcome: Outcome, onDisk: RecordedCase[]): string | undefined {
  const recorded = caseOf(job, onDisk)?.outcomes[job.version]
  if (recorded === undefined || !isRecorded(job, onDisk)) return 'not recorded as it is written now'
  return outcomeDifference(recorded, outcome)
}

/** Whether the disk holds an outcome for exactly these bytes. */
export function isRecorded(job: RecordJob, onDisk: RecordedCase[]): boolean {
  const found = caseOf(job, onDisk)
  return (
    found?.outcomes[job.version] !== undefined &&
    isDeepStrictEqual(Buffer.from(found.bytes), Buffer.from(job.recording.bytes))
  )
}

function caseOf({ recording }: RecordJob, onDisk: RecordedCase[]): RecordedCase | undefined {
  return onDisk.find(({ scenario, id }) => scenario === recording.scenario && id === recording.id)
}
