import { randomBytes } from 'node:crypto'
import { StoreError } from '@skein/store'
import type { LiveEvent, Subscription } from '@skein/view'
import { LiveClient } from './client.ts'
import { eventText, HEARTBEAT, seqIn } from './event-text.ts'
import { Feed } from './feed.ts'
import type { LiveSource, LiveTranscript } from './live-source.ts'
import { EventRing, type EphemeralKind, type RingLimits } from './ring.ts'
import type { Sink } from './sink.ts'

export interface HubOptions {
  readonly source: LiveSource
  readonly ring?: RingLimits
  /** ms between signs of life; 0: none. */
  readonly heartbeatEvery?: number
}

export interface Joining {
  readonly device: string
  readonly sink: Sink
  /** `epoch:seq` of the last event the client got. */
  readonly lastEventId?: string
}

/** Streams of clients, what they subscribed to, and how events get to them. */
export class LiveHub {
  readonly epoch = randomBytes(9).toString('base64url')
  readonly #source: LiveSource
  readonly #ring: EventRing
  readonly #clients = new Map<string, LiveClient>()
  readonly #feeds = new Map<string, Feed>()
  /** Ephemeral events that a client missed, until it says which it wants. */
  readonly #missed = new Map<LiveClient, readonly { readonly kind: EphemeralKind; readonly text: string }[]>()
  readonly #heartbeat: NodeJS.Timeout | undefined
  #seq = 0
  /** Told whenever a change of a file was told, with when the file was changed. */
  onTold: (changedAt: number) => void = () => {}

  constructor({ source, ring, heartbeatEvery = HEARTBEAT_MS }: HubOptions) {
    this.#source = source
    this.#ring = new EventRing(ring)
    if (heartbeatEvery > 0) this.#heartbeat = setInterval(() => this.beat(), heartbeatEvery).unref()
  }

  get clientCount(): number {
    return this.#clients.size
  }

  get feedCount(): number {
    return this.#feeds.size
  }

  connect({ device, sink, lastEventId }: Joining): LiveClient {
    const id = randomBytes(18).toString('base64url')
    const client = new LiveClient({ id, device, sink, gone: (one) => this.#left(one) })
    this.#clients.set(id, client)
    const seq = seqIn(lastEventId, this.epoch)
    const missed = seq === null ? null : this.#ring.since(seq)
    if (missed !== null && missed.length > 0) this.#missed.set(client, missed)
    // Not a number of its own: a client that comes back after it alone has missed what was told before it.
    const hello: LiveEvent = {
      type: 'hello',
      client: id,
      epoch: this.epoch,
      since: missed === null ? 'gap' : 'ok',
    }
    client.send(eventText(`${this.epoch}:${missed === null ? this.#seq : seq}`, hello))
    return client
  }

  /** A client of this device, or none. */
  client(id: string, device: string): LiveClient | null {
    const client = this.#clients.get(id)
    return client?.device === device ? client : null
  }

  /** Makes these the client's subscriptions. One that it has already goes on where it is. */
  async subscribe(client: LiveClient, subscriptions: readonly Subscription[]): Promise<void> {
    const wanted = new Map(subscriptions.map((one) => [keyOf(one), one]))
    for (const key of client.subscriptions.keys()) if (!wanted.has(key)) this.#unsubscribe(client, key)
    const joining: Promise<void>[] = []
    for (const [key, subscription] of wanted) {
      // One that does not read is let go over what it is told here.
      if (client.isClosed) break
      if (!client.subscriptions.has(key)) joining.push(this.#add(client, key, subscription))
    }
    const missed = this.#missed.get(client) ?? []
    this.#missed.delete(client)
    for (const { kind, text } of missed) if (client.wants(kind)) client.send(text)
    // Whatever becomes of one, the others are waited for.
    const failed = (await Promise.allSettled(joining)).find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  /** Tells everybody who wants to know, and keeps it for those who are away for a moment. */
  publish(kind: EphemeralKind, event: LiveEvent): void {
    const text = this.#text(event)
    this.#ring.push({ seq: this.#seq, kind, text })
    for (const client of this.#clients.values()) if (client.wants(kind)) client.send(text)
  }

  /** Whether anybody wants events of a kind. */
  isWanted(kind: EphemeralKind): boolean {
    for (const client of this.#clients.values()) if (client.wants(kind)) return true
    return false
  }

  /** A transcript may have grown. */
  async changed(file: LiveTranscript['file']): Promise<void> {
    await this.#each(file, async (feed) => {
      const { transcript, told } = feed
      if (transcript.file.agent !== file.agent) return
      await transcript.catchUp()
      if (feed.told !== told && transcript.changedAt !== null) this.onTold(transcript.changedAt)
    })
  }

  /** Sub-agents of a session may have got further. */
  async agentsChanged(session: Omit<LiveTranscript['file'], 'agent'>): Promise<void> {
    await this.#each(session, ({ transcript }) => transcript.lookAtAgents())
  }

  beat(): void {
    for (const client of this.#clients.values()) client.send(HEARTBEAT)
  }

  /** Ends the streams of a device, or all of them. */
  disconnect(device?: string): void {
    for (const client of this.#clients.values())
      if (device === undefined || client.device === device) client.close()
  }

  close(): void {
    clearInterval(this.#heartbeat)
    this.disconnect()
  }

  #text = (event: LiveEvent): string => eventText(`${this.epoch}:${++this.#seq}`, event)

  /** Whatever one transcript trips us over, the others are told of. */
  async #each(
    session: Omit<LiveTranscript['file'], 'agent'>,
    work: (feed: Feed) => Promise<void>,
  ): Promise<void> {
    const feeds = [...this.#feeds.values()].filter(({ transcript }) => isOfSession(transcript, session))
    const failed = (await Promise.allSettled(feeds.map(work))).find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  async #add(client: LiveClient, key: string, subscription: Subscription): Promise<void> {
    client.subscriptions.set(key, subscription)
    if (subscription.kind === 'sessions' || subscription.kind === 'usage') return
    const agent = subscription.kind === 'agent' ? subscription.agentSessionId : null
    const feed = this.#feeds.get(key) ?? this.#open(key, subscription.session, agent)
    if (feed !== null) return this.#join(client, feed, subscription)
    client.subscriptions.delete(key)
    client.send(this.#text({ type: 'subscriptionFailed', subscription, reason: 'not-found' }))
  }

  async #join(
    client: LiveClient,
    feed: Feed,
    subscription: Extract<Subscription, { readonly cursor: string }>,
  ): Promise<void> {
    try {
      await feed.join(client, subscription.cursor)
    } catch (error) {
      const key = keyOf(subscription)
      // Unless it wants another one of the kind by now.
      if (client.subscriptions.get(key) === subscription) this.#unsubscribe(client, key)
      if (!(error instanceof StoreError)) throw error
      client.send(this.#text({ type: 'subscriptionFailed', subscription, reason: 'unreadable' }))
    }
  }

  #open(key: string, session: string, agent: string | null): Feed | null {
    const transcript = this.#source.open(session, agent)
    if (transcript === null) return null
    const feed = new Feed({ session, agent, transcript, text: this.#text })
    this.#feeds.set(key, feed)
    return feed
  }

  #unsubscribe(client: LiveClient, key: string): void {
    client.subscriptions.delete(key)
    const feed = this.#feeds.get(key)
    feed?.leave(client)
    if (feed?.size !== 0) return
    feed.close()
    this.#source.release(feed.transcript)
    this.#feeds.delete(key)
  }

  #left(client: LiveClient): void {
    this.#clients.delete(client.id)
    this.#missed.delete(client)
    for (const key of client.subscriptions.keys()) this.#unsubscribe(client, key)
  }
}

const HEARTBEAT_MS = 30_000

function keyOf(subscription: Subscription): string {
  switch (subscription.kind) {
    case 'sessions':
    case 'usage':
      return subscription.kind
    case 'session':
      return feedKey(subscription.session, null)
    case 'agent':
      return feedKey(subscription.session, subscription.agentSessionId)
  }
}

function isOfSession(
  { file }: LiveTranscript,
  { root, project, session }: Omit<LiveTranscript['file'], 'agent'>,
): boolean {
  return file.session === session && file.project === project && file.root === root
}

function feedKey(session: string, agent: string | null): string {
  return JSON.stringify([session, agent])
}
