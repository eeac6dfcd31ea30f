import { capturedSessions } from './capture.ts'
import { recordingOf } from './record.ts'
import { loadCases, type NewRecording } from './recordings.ts'
import { allCases } from './scenarios.ts'

/** Every case the real program can be asked about: the written ones, and the captured ones as they lie on disk. */
export async function recordableCases(): Promise<NewRecording[]> {
  const captured = (await loadCases()).filter(({ scenario }) => capturedSessions.has(scenario))
  return [...allCases().map(recordingOf), ...captured]
}
