import type { CataloguedTranscript, Store } from '@skein/store'
import type { PriceTable } from '@skein/view'
import { OpenSessions, type OpenSessionsLimits } from './open-sessions.ts'
import type { RunningSessions } from './running-sessions.ts'
import { familyOf, type SessionFamily } from './session-family.ts'
import { agentOfProject, agentOfSession, sessionByKey } from './session-keys.ts'

export interface CataloguedSessionsOptions extends OpenSessionsLimits {
  readonly store: Store
  readonly running: RunningSessions
  readonly prices: PriceTable
}

/** Open sessions that are found by the names that clients have for them. */
export class CataloguedSessions extends OpenSessions {
  readonly #store: Store
  readonly #running: RunningSessions

  constructor({ store, running, ...options }: CataloguedSessionsOptions) {
    super({ ...options, home: store.home })
    this.#store = store
    this.#running = running
  }

  /** The transcript that a session's key names, or one of its sub-agents. */
  async find(session: string, agent?: string): Promise<CataloguedTranscript> {
    const found = await sessionByKey(this.#store, session)
    return agent === undefined ? found : agentOfSession(this.#store, found, agent)
  }

  /** The transcript of a sub-agent of a project. */
  findAgent(project: string, agent: string): Promise<CataloguedTranscript> {
    return agentOfProject(this.#store, project, agent)
  }

  /** The transcripts that belong together with one, as of now. */
  familyOf(file: CataloguedTranscript): Promise<SessionFamily> {
    return familyOf({ store: this.#store, running: this.#running }, file)
  }
}
