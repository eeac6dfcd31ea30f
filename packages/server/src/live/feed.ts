import type { LiveEvent, ViewUpdate } from '@skein/view'
import type { LiveClient } from './client.ts'
import type { LiveTranscript } from './live-source.ts'

export interface FeedName {
  readonly session: string
  /** Null: the session itself. */
  readonly agent: string | null
}

export interface FeedOptions extends FeedName {
  readonly transcript: LiveTranscript
  /** Numbers an event and writes it down. */
  readonly text: (event: LiveEvent) => string
}

/**
 * One transcript and the clients that follow it.
 *
 * Contract: every client of a feed has been told everything up to the feed's cursor, so that what comes next is worked
 * out and written down once for all of them.
 */
export class Feed {
  readonly #options: FeedOptions
  readonly #clients = new Set<LiveClient>()
  readonly #stop: () => void

  constructor(options: FeedOptions) {
    this.#options = options
    this.#stop = options.transcript.listen((update) => this.#tell(update))
  }

  get transcript(): LiveTranscript {
    return this.#options.transcript
  }

  get size(): number {
    return this.#clients.size
  }

  /** Brings a client from where it stands to the end, and takes it in. */
  join(client: LiveClient, cursor: string): void {
    const { transcript, text } = this.#options
    transcript.catchUp()
    const missed = transcript.since(cursor)
    // First taken in: a client that cannot be told leaves again at once.
    this.#clients.add(client)
    if (missed !== null) client.send(text(this.#event(missed)))
  }

  leave(client: LiveClient): void {
    this.#clients.delete(client)
  }

  close(): void {
    this.#stop()
    this.#clients.clear()
  }

  #tell(update: ViewUpdate): void {
    if (this.#clients.size === 0) return
    const text = this.#options.text(this.#event(update))
    for (const client of this.#clients) client.send(text)
  }

  #event(update: ViewUpdate): LiveEvent {
    const { session, agent, transcript } = this.#options
    if (agent === null) return { type: 'sessionChanged', session, update }
    const { projectId } = transcript
    return { type: 'agentSessionChanged', projectId, session, agentSessionId: agent, update }
  }
}
