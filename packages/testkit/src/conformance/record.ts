import { resumePrompt, resumeTranscript } from '../claude/resume.ts'
import type { RecordedVersion } from '../claude/versions.ts'
import { HANG_MS } from '../patience.ts'
import { normalise } from './normalise.ts'
import type { Outcome } from './outcome.ts'
import type { NewRecording } from './recordings.ts'
import { transcriptBytes } from './rows.ts'
import type { ScenarioCase } from './scenarios.ts'

/** At most this many runs at once: each takes about one core. */
const runsAtOnce = 2

export interface RecordJob {
  recording: NewRecording
  version: RecordedVersion
}

/** Asks the real program about every job, in order of completion. */
export async function recordAll(
  jobs: RecordJob[],
  report: (job: RecordJob, outcome: Outcome) => Promise<void>,
): Promise<void> {
  await eachRun(jobs, async (job) => report(job, await recordOne(job)))
}

/** Does the work of every job, as many at once as the machine bears. */
export async function eachRun<Job>(jobs: Job[], work: (job: Job) => Promise<void>): Promise<void> {
  const queue = jobs.values()
  const worker = async (): Promise<void> => {
    for (const job of queue) await work(job)
  }
  await Promise.all(Array.from({ length: runsAtOnce }, worker))
}

export async function recordOne({ recording, version }: RecordJob): Promise<Outcome> {
  const result = await resumeTranscript({
    version,
    transcriptBytes: recording.bytes,
    extraFiles: recording.extraFiles,
    hangAfterMs: HANG_MS,
  })
  return normalise(result, recording.bytes, resumePrompt)
}

export function recordingOf({ scenario, written }: ScenarioCase): NewRecording {
  const extraFiles: Record<string, Uint8Array> = {}
  for (const [name, rows] of Object.entries(written.extraFiles ?? {}))
    extraFiles[name] = transcriptBytes(rows)
  return {
    scenario,
    id: written.id,
    statement: written.statement,
    bytes: transcriptBytes(written.rows),
    extraFiles,
  }
}
