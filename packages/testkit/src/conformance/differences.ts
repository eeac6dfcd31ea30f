import { isDeepStrictEqual } from 'node:util'
import { recordAll, type RecordJob } from './record.ts'
import type { RecordedCase } from './recordings.ts'

/** Asks the real program again and names every job whose case or outcome is not the one on disk. */
export async function differences(jobs: RecordJob[], onDisk: RecordedCase[]): Promise<string[]> {
  const found: string[] = []
  await recordAll(jobs, async (job, outcome) => {
    const { scenario, id } = job.recording
    if (!isRecorded(job, onDisk))
      found.push(`${scenario}/${id} ${job.version}: not recorded as it is written now`)
    else if (!isDeepStrictEqual(caseOf(job, onDisk)?.outcomes[job.version], outcome))
      found.push(`${scenario}/${id} ${job.version}: the program does not do what is recorded`)
  })
  return found.toSorted()
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
