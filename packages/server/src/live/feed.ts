import type { LiveEvent } from '@skein/view'
import type { LiveClient } from './client.ts'
import type { FollowedTopic } from './topics.ts'

/**
 * One topic and the clients that follow it.
 *
 * Contract: every client of a feed has been told everything that the topic told, so that what comes next is written down
 * once for all of them.
 */
export class Feed {
  readonly #topic: FollowedTopic
  /** Numbers an event and writes it down. */
  readonly #text: (event: LiveEvent) => string
  readonly #clients = new Set<LiveClient>()
  /** Clients that are brought to the end. */
  readonly #joining = new Map<LiveClient, symbol>()
  readonly #stop: () => void

  constructor(topic: FollowedTopic, text: (event: LiveEvent) => string) {
    this.#topic = topic
    this.#text = text
    this.#stop = topic.listen((event) => this.#tell(event))
  }

  get size(): number {
    return this.#clients.size + this.#joining.size
  }

  /** Brings a client from where it stands to the end, and takes it in, unless it left meanwhile. */
  async join(client: LiveClient, cursor: string): Promise<void> {
    // It may leave and come again with another cursor before this is done.
    const ticket = Symbol('joining')
    this.#joining.set(client, ticket)
    await this.#topic.since(cursor, (missed) => {
      if (this.#joining.get(client) !== ticket) return
      this.#joining.delete(client)
      // First taken in: a client that cannot be told leaves again at once.
      this.#clients.add(client)
      if (missed !== null) client.send(this.#text(missed))
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
    this.#topic.close()
  }

  #tell(event: LiveEvent): void {
    if (this.#clients.size === 0) return
    const text = this.#text(event)
    for (const client of this.#clients) client.send(text)
  }
}
