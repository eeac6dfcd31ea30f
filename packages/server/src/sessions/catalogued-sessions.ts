import type { CataloguedTranscript, Store } from '@skein/store'
import type { PriceTable } from '@skein/view'
import { OpenSessions, type OpenSessionsLimits } from './open-sessions.ts'
import type { RunningSessions } from './running-sessions.ts'
import { familyOf } from './session-family.ts'
import { agentOfProject, agentOfSession, sessionByKey } from './session-keys.ts'

export interface CataloguedSessionsOptions extends OpenSessionsLimits {
  readonly store: Store
  readonly running: RunningSessions
  readonly prices: PriceTable
}

/** Open sessions that are found by the names that clients have for them. */
export class CataloguedSessions extends OpenSessions {
  readonly #store: Store

  constructor({ store, running, ...options }: CataloguedSessionsOptions) {
    super({ ...options, home: store.home, familyOf: (file) => familyOf({ store, running }, file) })
    this.#store = store
  }

  /** The transcript that a session's key names, or one of its sub-agents. */
  find(session: string, agent?: string): CataloguedTranscript {
    const { db } = this.#store
    const found = sessionByKey(db, session)
    return agent === undefined ? found : agentOfSession(db, found, agent)
  }

  /** The transcript of a sub-agent of a project. */
  findAgent(project: string, agent: string): CataloguedTranscript {
    return agentOfProject(this.#store.db, project, agent)
  }
}
