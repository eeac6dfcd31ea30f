import { StoreError } from '@skein/store'
import type { ViewUpdate } from '@skein/view'
import { isApiFailure } from '../errors.ts'
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
  /** The sub-agents as they were told last, by their calls. */
  #told: ReadonlyMap<string, string>

  constructor(session: OpenSession, agents: SessionAgents) {
    this.session = session
    this.#agents = agents
    this.#told = this.#heads()
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

  catchUp = (): void => {
    try {
      this.session.catchUp()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
  }

  lookAtAgents = (): void => {
    const before = this.#told
    this.#told = this.#heads()
    const changed = [...this.#told].filter(([id, head]) => before.get(id) !== head).map(([id]) => id)
    if (changed.length > 0) this.session.agentsChanged(changed)
  }

  since = (cursor: string): ViewUpdate | null => {
    const { model, generation } = this.session
    const [said, offset] = splitCursor(cursor)
    if (said !== generation) return { kind: 'reset', view: model.view() }
    const update = model.since(offset)
    return isEmpty(update) ? null : update
  }

  listen = (listener: (update: ViewUpdate) => void): (() => void) => this.session.listen(listener)

  #heads(): Map<string, string> {
    const { model, source } = this.session
    this.#agents.refresh({ transcript: model.transcript, source })
    return new Map(
      Array.from(this.#agents.calls(), (id) => [id, JSON.stringify(this.#agents.head(id))] as const),
    )
  }
}

function splitCursor(cursor: string): [generation: string, offset: number] {
  const at = cursor.lastIndexOf(':')
  const offset = cursor.slice(at + 1)
  return [cursor.slice(0, Math.max(0, at)), /^\d{1,15}$/.test(offset) ? Number(offset) : -1]
}

function isEmpty(update: ViewUpdate): boolean {
  return update.kind === 'delta' && update.delta.from === update.delta.to && update.delta.turns.length === 0
}
