import { randomBytes } from 'node:crypto'
import { StoreError } from '@skein/store'
import type { LiveEvent, Subscription, SubscriptionFailedEvent } from '@skein/view'
import { allows, type Scope } from '../auth/scope.ts'
import { LiveClient } from './client.ts'
import { eventText, HEARTBEAT, seqIn } from './event-text.ts'
import { Feed } from './feed.ts'
import { EventRing, type RingLimits } from './ring.ts'
import type { Sink } from './sink.ts'
import { splitTopic, type Topics } from './topics.ts'

export interface HubOptions {
  readonly topics: Topics
  readonly ring?: RingLimits
  /** ms between signs of life; 0: none. */
  readonly heartbeatEvery?: number
}

export interface Joining {
  readonly device: string
  readonly scope: Scope
  readonly sink: Sink
  /** `epoch:seq` of the last event the client got. */
  readonly lastEventId?: string
}

/** Streams of clients, what they subscribed to, and how events get to them. */
export class LiveHub {
  readonly epoch = randomBytes(9).toString('base64url')
  readonly #topics: Topics
  readonly #ring: EventRing
  readonly #clients = new Map<string, LiveClient>()
  readonly #feeds = new Map<string, Feed>()
  /** Ephemeral events that a client missed, until it says which it wants. */
  readonly #missed = new Map<LiveClient, readonly { readonly topic: string; readonly text: string }[]>()
  readonly #heartbeat: NodeJS.Timeout | undefined
  #seq = 0

  constructor({ topics, ring, heartbeatEvery = HEARTBEAT_MS }: HubOptions) {
    this.#topics = topics
    this.#ring = new EventRing(ring)
    if (heartbeatEvery > 0) this.#heartbeat = setInterval(() => this.beat(), heartbeatEvery).unref()
  }

  get clientCount(): number {
    return this.#clients.size
  }

  get feedCount(): number {
    return this.#feeds.size
  }

  connect({ device, scope, sink, lastEventId }: Joining): LiveClient {
    const id = randomBytes(18).toString('base64url')
    const client = new LiveClient({ id, device, scope, sink, gone: (one) => this.#left(one) })
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
    const wanted = new Map(subscriptions.map((one) => [one.topic, one]))
    for (const topic of client.subscriptions.keys()) if (!wanted.has(topic)) this.#unsubscribe(client, topic)
    const joining: Promise<void>[] = []
    for (const subscription of wanted.values()) {
      // A client that stops reading is disconnected by what it is told here.
      if (client.isClosed) break
      if (!client.follows(subscription.topic)) joining.push(this.#add(client, subscription))
    }
    const missed = this.#missed.get(client) ?? []
    this.#missed.delete(client)
    for (const { topic, text } of missed) if (client.follows(topic)) client.send(text)
    // Whatever becomes of one, the others are waited for.
    const failed = (await Promise.allSettled(joining)).find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  /** Tells everybody who follows a topic without a past, and keeps it for those who are away for a moment. */
  publish(topic: string, event: LiveEvent): void {
    const text = this.#text(event)
    this.#ring.push({ seq: this.#seq, topic, text })
    for (const client of this.#clients.values()) if (client.follows(topic)) client.send(text)
  }

  /** Whether anybody follows a topic. */
  isWanted(topic: string): boolean {
    for (const client of this.#clients.values()) if (client.follows(topic)) return true
    return false
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

  async #add(client: LiveClient, subscription: Subscription): Promise<void> {
    const { topic } = subscription
    const [name, id] = splitTopic(topic)
    const kind = Object.hasOwn(this.#topics, name) ? this.#topics[name] : null
    if (kind === null) return this.#fail(client, subscription, 'not-found')
    if (!allows(client.scope, kind.scope)) return this.#fail(client, subscription, 'forbidden')
    if (kind.open === undefined && id !== null) return this.#fail(client, subscription, 'not-found')
    client.subscriptions.set(topic, subscription)
    if (kind.open === undefined) return
    if (!this.#feeds.has(topic)) {
      const followed = await kind.open(id ?? '', topic)
      const isWanted = client.subscriptions.get(topic) === subscription
      // Meanwhile it may have gone, or somebody else may have opened the topic.
      if (!isWanted || this.#feeds.has(topic)) followed?.close()
      else if (followed !== null) this.#feeds.set(topic, new Feed(followed, this.#text))
      if (!isWanted) return
    }
    const feed = this.#feeds.get(topic)
    if (feed === undefined) this.#fail(client, subscription, 'not-found')
    else await this.#join(client, feed, subscription)
  }

  async #join(client: LiveClient, feed: Feed, subscription: Subscription): Promise<void> {
    try {
      await feed.join(client, subscription.cursor ?? '')
    } catch (error) {
      const { topic } = subscription
      // Unless it follows the topic from elsewhere by now.
      if (client.subscriptions.get(topic) === subscription) this.#unsubscribe(client, topic)
      if (!(error instanceof StoreError)) throw error
      this.#fail(client, subscription, 'unreadable')
    }
  }

  #fail(client: LiveClient, subscription: Subscription, reason: SubscriptionFailedEvent['reason']): void {
    if (client.subscriptions.get(subscription.topic) === subscription)
      client.subscriptions.delete(subscription.topic)
    client.send(this.#text({ type: 'subscriptionFailed', subscription, reason }))
  }

  #unsubscribe(client: LiveClient, topic: string): void {
    client.subscriptions.delete(topic)
    const feed = this.#feeds.get(topic)
    feed?.leave(client)
    if (feed?.size !== 0) return
    feed.close()
    this.#feeds.delete(topic)
  }

  #left(client: LiveClient): void {
    this.#clients.delete(client.id)
    this.#missed.delete(client)
    for (const topic of client.subscriptions.keys()) this.#unsubscribe(client, topic)
  }
}

const HEARTBEAT_MS = 30_000
