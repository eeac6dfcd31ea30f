import { sessionFiles, type SessionFiles } from '@skein/view'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { openAgents } from '../session/agents.ts'

/** What a session and its sub-agents changed; `wanted` picks files by path. */
export function changedFiles(opened: OpenTranscript, wanted: string | null): SessionFiles {
  return sessionFiles(opened, openAgents(opened), { wanted })
}
