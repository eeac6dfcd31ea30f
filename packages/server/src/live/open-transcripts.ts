import { StoreError } from '@skein/store'
import type { ViewUpdate } from '@skein/view'
import { isApiFailure } from '../errors.ts'
import { inTurns } from '../sessions/in-turns.ts'
import type { OpenSession } from '../sessions/open-session.ts'
import type { CataloguedSessions } from '../sessions/catalogued-sessions.ts'
import type { SessionAgents } from '../sessions/session-agents.ts'
import { projectId } from '../sessions/session-keys.ts'
import type { LiveSource, LiveTranscript } from './live-source.ts'

/** The transcripts that requests are answered from, for feeds to follow. */
export class OpenTranscripts implements LiveSource {
  readonly #sessions: CataloguedSessions

  constructor(sessions: CataloguedSessions) {
    this.#sessions = sessions
  }

  open = (session: string, agent: string | null): LiveTranscript | null => {
    try {
      const file = this.#sessions.find(session, agent ?? undefined)
      return new HeldTranscript(this.#sessions.hold(file), this.#sessions.agentsOf(file))
    } catch (error) {
      if (isApiFailure(error) || error instanceof StoreError) return null
      throw error
    }
  }

  release = (transcript: LiveTranscript): void => {
    if (transcript instanceof HeldTranscript) this.#sessions.release(transcript.session)
  }
}

class HeldTranscript implements LiveTranscript {
  readonly session: OpenSession
  readonly #agents: SessionAgents
  /** The sub-agents as they were told last, by their calls; null before the first look. */
  #told: Map<string, string> | null = null

  constructor(session: OpenSession, agents: SessionAgents) {
    this.session = session
    this.#agents = agents
  }

  get file(): OpenSession['file'] {
    return this.session.file
  }

  get projectId(): string {
    return projectId(this.session.file)
  }

  get changedAt(): number | null {
    return this.session.changedAt
  }

  catchUp(): Promise<void> {
    return inTurns(this.#catchingUp(), () => {})
  }

  lookAtAgents(): Promise<void> {
    return inTurns(this.#lookingAtAgents(), () => {})
  }

  since(cursor: string, take: (missed: ViewUpdate | null) => void): Promise<void> {
    return inTurns(this.#lookingSince(cursor), take)
  }

  listen(listener: (update: ViewUpdate) => void): () => void {
    return this.session.listen(listener)
  }

  *#catchingUp(): Generator<void> {
    try {
      yield* this.session.catchingUp()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
  }

  *#lookingSince(cursor: string): Generator<void, ViewUpdate | null> {
    yield* this.#catchingUp()
    if (this.#told === null) yield* this.#lookingAtAgents()
    return yield* this.session.lookingSince(cursor)
  }

  /** Reads what is not known of each of them yet, a file a piece. */
  *#lookingAtAgents(): Generator<void> {
    const { model, source } = this.session
    this.#agents.refresh({ transcript: model.transcript, source })
    const isFirst = this.#told === null
    const told = (this.#told ??= new Map())
    const changed: string[] = []
    for (const id of [...this.#agents.calls()]) {
      const head = JSON.stringify(this.#agents.head(id))
      if (!isFirst && told.get(id) !== head) changed.push(id)
      told.set(id, head)
      yield
    }
    if (changed.length > 0) this.session.agentsChanged(changed)
  }
}
