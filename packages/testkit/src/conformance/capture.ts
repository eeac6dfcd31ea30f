import { recordSession, type RecordedSession } from '../claude/record-session.ts'
import type { RecordedVersion } from '../claude/versions.ts'
import { canonicalFiles, canonicalSidecars } from './canonical.ts'
import { baseSessions } from './edits/base-sessions.ts'
import { realSessions, type RealSession } from './real-sessions.ts'
import type { NewRecording } from './recordings.ts'
import { conformanceSessionId } from './rows.ts'

/** The scenario of the sessions that edits are tried on; they are kept with their sidecars. */
export const baseScenario = 'edit-bases'

/** The sessions to capture, by the scenario they are filed under. */
export const capturedSessions: ReadonlyMap<string, RealSession[]> = new Map([
  ['real-sessions', realSessions],
  [baseScenario, baseSessions],
])

export interface CaptureJob {
  scenario: string
  session: RealSession
  version: RecordedVersion
}

/** Drives the real program through a session and makes a case of what it wrote. */
export async function captureSession({ scenario, session, version }: CaptureJob): Promise<NewRecording> {
  const recorded = await recordSession({
    version,
    sessionId: conformanceSessionId,
    steps: session.steps,
    ...(session.files === undefined ? {} : { files: session.files }),
  })
  const resumed = resumedFile(recorded, session)
  const files = canonicalFiles(recorded, resumed)
  const { [`${conformanceSessionId}.jsonl`]: bytes, ...extraFiles } = files
  return {
    scenario,
    id: `${session.id}-by-${version}`,
    statement: `§4: ${session.statement}, written by ${version}`,
    bytes,
    extraFiles: scenario === baseScenario ? { ...extraFiles, ...canonicalSidecars(recorded) } : extraFiles,
  }
}

/** A fork is resumed by its own file: the one that is not the session's. */
function resumedFile(recorded: RecordedSession, session: RealSession): string {
  const own = `${conformanceSessionId}.jsonl`
  if (!session.steps.some((step) => step.fork)) return own
  const fork = Object.keys(recorded.transcripts).find(
    (name) => /^[0-9a-f-]{36}\.jsonl$/.test(name) && name !== own,
  )
  if (fork === undefined) throw new Error(`the fork of ${session.id} wrote no file of its own`)
  return fork
}
