import { agentsOf, sessionsById, type CataloguedTranscript, type Store } from '@skein/store'
import type { RunningSessions } from './running-sessions.ts'

/** The transcripts of a session, as the catalogue has them now. Plain data, so that a thread can be told. */
export interface SessionFamily {
  /** Its own; null where only those of sub-agents are left. */
  readonly main: CataloguedTranscript | null
  readonly agents: readonly CataloguedTranscript[]
  /** A running Claude Code has it open. */
  readonly isLive: boolean
}

/** The family that a transcript belongs to. */
export function familyOf(
  { store, running }: { readonly store: Store; readonly running: RunningSessions },
  file: CataloguedTranscript,
): SessionFamily {
  const { root, project, session } = file
  const main = sessionsById(store.db, session).find((one) => one.root === root && one.project === project)
  return {
    main: main ?? null,
    agents: agentsOf(store.db, file),
    isLive: running.list().some((one) => one.session === session),
  }
}
