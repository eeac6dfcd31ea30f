import { StoreError, type CataloguedTranscript } from '@skein/store'
import type { ViewUpdate } from '@skein/view'
import { isApiFailure } from '../errors.ts'
import type { CataloguedSessions } from '../sessions/catalogued-sessions.ts'
import { inTurns } from '../sessions/in-turns.ts'
import type { OpenSession } from '../sessions/open-session.ts'
import type { SessionFamily } from '../sessions/session-family.ts'
import { projectId } from '../sessions/session-keys.ts'
import type { LiveSource, LiveTranscript } from './live-source.ts'

/** The transcripts that requests are answered from, for feeds to follow. */
export class OpenTranscripts implements LiveSource {
  readonly #sessions: CataloguedSessions

  constructor(sessions: CataloguedSessions) {
    this.#sessions = sessions
  }

  open = async (session: string, agent: string | null): Promise<LiveTranscript | null> => {
    try {
      return new FollowedTranscript(this.#sessions, await this.#sessions.find(session, agent ?? undefined))
    } catch (error) {
      if (isApiFailure(error) || error instanceof StoreError) return null
      throw error
    }
  }

  release = (transcript: LiveTranscript): void => {
    if (transcript instanceof FollowedTranscript) transcript.release()
  }
}

/**
 * A transcript as its followers have it. While it is open they hear what happens to it. When others need the room it is closed,
 * and all that is kept is where the followers stand; when something happens to it, it is opened again and they are told from there.
 */
class FollowedTranscript implements LiveTranscript {
  readonly file: CataloguedTranscript
  readonly projectId: string
  readonly #sessions: CataloguedSessions
  readonly #listeners = new Set<(update: ViewUpdate) => void>()
  /** Null while it is closed. */
  #heard: Heard | null = null
  /** Where the listeners stand; null before it was opened. */
  #cursor: string | null = null
  #isReleased = false

  constructor(sessions: CataloguedSessions, file: CataloguedTranscript) {
    this.#sessions = sessions
    this.file = file
    this.projectId = projectId(file)
  }

  get changedAt(): number | null {
    return this.#heard?.session.changedAt ?? null
  }

  catchUp(): Promise<void> {
    return this.#look((session, family) => this.#hearing(session, family))
  }

  lookAtAgents(): Promise<void> {
    return this.#look((session, family) => this.#hearingAgents(session, family))
  }

  since(cursor: string, take: (missed: ViewUpdate | null) => void): Promise<void> {
    return this.#follow((session, family) => this.#lookingSince(session, family, cursor), take)
  }

  listen(listener: (update: ViewUpdate) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  release(): void {
    this.#isReleased = true
    this.#heard?.stop()
    this.#heard = null
  }

  async #look(work: (session: OpenSession, family: SessionFamily) => Generator<void>): Promise<void> {
    try {
      await this.#follow(work, () => {})
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
  }

  #follow<T>(
    work: (session: OpenSession, family: SessionFamily) => Generator<void, T>,
    then: (result: T) => void,
  ): Promise<void> {
    return this.#sessions.follow(this.file, async (session) =>
      inTurns(work(session, await this.#sessions.familyOf(this.file)), then),
    )
  }

  *#lookingSince(
    session: OpenSession,
    family: SessionFamily,
    cursor: string,
  ): Generator<void, ViewUpdate | null> {
    yield* this.#hearing(session, family)
    return yield* session.lookingSince(cursor)
  }

  /** Brings it up to date, and its listeners to where it is. */
  *#hearing(session: OpenSession, family: SessionFamily): Generator<void> {
    yield* session.catchingUp()
    if (this.#heard?.session === session) return
    const agents = new Map<string, string>()
    for (const [id, head] of this.#agentHeads(session, family)) {
      agents.set(id, head)
      yield
    }
    const missed = this.#cursor === null ? null : yield* session.lookingSince(this.#cursor)
    // Somebody else may have been here meanwhile.
    if (this.#heard?.session === session || this.#isReleased) return
    const stop = session.listen({ told: this.#tell, closed: () => (this.#heard = null) })
    this.#heard = { session, stop, agents }
    this.#cursor ??= session.model.cursor
    if (missed !== null) this.#tell(missed)
  }

  *#hearingAgents(session: OpenSession, family: SessionFamily): Generator<void> {
    yield* this.#hearing(session, family)
    const told = this.#heard?.agents ?? new Map<string, string>()
    const changed: string[] = []
    for (const [id, head] of this.#agentHeads(session, family)) {
      if (told.get(id) !== head) changed.push(id)
      told.set(id, head)
      yield
    }
    if (changed.length > 0) session.agentsChanged(changed)
  }

  /** Of the sub-agents, by their calls: each may have to be read. */
  *#agentHeads(
    { model, source }: OpenSession,
    family: SessionFamily,
  ): Generator<[call: string, head: string]> {
    const agents = this.#sessions.agentsOf(this.file)
    agents.refresh(family, { transcript: model.transcript, source })
    for (const id of agents.calls()) yield [id, JSON.stringify(agents.head(id))]
  }

  #tell = (update: ViewUpdate): void => {
    this.#cursor = update.kind === 'delta' ? update.delta.to : update.view.cursor
    for (const listener of this.#listeners) listener(update)
  }
}

interface Heard {
  readonly session: OpenSession
  readonly stop: () => void
  /** The sub-agents as they were told last, by their calls. */
  readonly agents: Map<string, string>
}
