import type { CataloguedTranscript, SessionReader } from '@skein/store'
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
export async function familyOf(
  { store, running }: { readonly store: SessionReader; readonly running: RunningSessions },
  { root, project, session }: CataloguedTranscript,
): Promise<SessionFamily> {
  const all = await store.transcripts({ root, project, session })
  return {
    main: all.find(({ agent }) => agent === null) ?? null,
    agents: all.filter(({ agent }) => agent !== null),
    isLive: (await running.list()).some((one) => one.session === session),
  }
}
