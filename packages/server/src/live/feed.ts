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
  /** Clients that are brought to the end. */
  readonly #joining = new Map<LiveClient, symbol>()
  readonly #stop: () => void
  #told = 0

  constructor(options: FeedOptions) {
    this.#options = options
    this.#stop = options.transcript.listen((update) => this.#tell(update))
  }

  get transcript(): LiveTranscript {
    return this.#options.transcript
  }

  /** How many changes its clients were told. */
  get told(): number {
    return this.#told
  }

  get size(): number {
    return this.#clients.size + this.#joining.size
  }

  /** Brings a client from where it stands to the end, and takes it in, unless it left meanwhile. */
  async join(client: LiveClient, cursor: string): Promise<void> {
    const { transcript, text } = this.#options
    // It may leave and come again with another cursor before this is done.
    const ticket = Symbol('joining')
    this.#joining.set(client, ticket)
    await transcript.since(cursor, (missed) => {
      if (this.#joining.get(client) !== ticket) return
      this.#joining.delete(client)
      // First taken in: a client that cannot be told leaves again at once.
      this.#clients.add(client)
      if (missed !== null) client.send(text(this.#event(missed)))
    })
  }

  leave(client: LiveClient): void {
    this.#joining.delete(client)
    this.#clients.delete(client)
  }

  close(): void {
    this.#stop()
    this.#clients.clear()
    this.#joining.clear()
  }

  #tell(update: ViewUpdate): void {
    if (this.#clients.size === 0) return
    this.#told++
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
