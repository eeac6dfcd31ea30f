import type { LiveEvent, Subscription } from '@skein/view'
import { api, ApiFailure } from '../api/client.ts'
import { openEventStream } from './event-stream.ts'
import { Leader, type LeaderMessage, type LiveStatus, type TabMessage } from './leader.ts'

/**
 * This tab's side of the live stream. One tab of the browser leads: whoever holds the lock has the stream and passes
 * events on; when it closes, the browser gives the lock to another. Without locks (no secure context) every tab leads
 * itself.
 */
export class LiveClient {
  readonly #tab = crypto.randomUUID()
  readonly #onEvent: (event: LiveEvent) => void
  /** By topic: several parts of a page may follow the same. */
  readonly #wanted = new Map<string, Set<() => Subscription | null>>()
  readonly #statusListeners = new Set<() => void>()
  readonly #end = new AbortController()
  #channel: BroadcastChannel | null = null
  #leader: Leader | null = null
  #status: LiveStatus = { phase: 'connecting', heard: null, retryAt: null }
  #announcing = false

  constructor(onEvent: (event: LiveEvent) => void) {
    this.#onEvent = onEvent
  }

  start(): void {
    const { signal } = this.#end
    document.addEventListener('visibilitychange', () => this.#announce(true), { signal })
    window.addEventListener('pageshow', (event) => event.persisted && this.#announce(true), { signal })
    window.addEventListener('pagehide', () => this.#toLeader({ kind: 'bye', tab: this.#tab }), { signal })
    const name = `skein:live:${new URL('.', document.baseURI).pathname}`
    if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return this.#lead()
    this.#channel = new BroadcastChannel(name)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Envelope>) => {
      if (data.to === 'tabs') this.#hear(data.message)
      else this.#leader?.hear(data.message)
    })
    this.#announce(true)
    navigator.locks
      .request(name, { signal }, async () => {
        this.#lead()
        await new Promise((ended) => signal.addEventListener('abort', ended))
      })
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
  }

  stop(): void {
    this.#toLeader({ kind: 'bye', tab: this.#tab })
    this.#end.abort()
    this.#leader?.stop()
    this.#leader = null
    this.#channel?.close()
    this.#channel = null
  }

  /** Follows a topic until the function that it gives back is called. `where` says the cursor when it is asked. */
  want(topic: string, where: () => Subscription | null): () => void {
    const parts = this.#wanted.get(topic) ?? new Set()
    this.#wanted.set(topic, parts.add(where))
    this.#announceSoon()
    return () => {
      parts.delete(where)
      if (parts.size > 0 || this.#wanted.get(topic) !== parts) return
      this.#wanted.delete(topic)
      this.#announceSoon()
    }
  }

  /** An event did not fit: the server is to go on from where this tab stands. */
  restart(topic: string): void {
    const subscription = firstOf(this.#wanted.get(topic) ?? [])
    if (subscription) this.#toLeader({ kind: 'restart', subscription })
  }

  readonly status = (): LiveStatus => this.#status

  readonly onStatus = (listener: () => void): (() => void) => {
    this.#statusListeners.add(listener)
    return () => this.#statusListeners.delete(listener)
  }

  #lead(): void {
    let close: (() => void) | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const leader = new Leader({
      now: Date.now,
      random: Math.random,
      connect: (lastEventId) => {
        close?.()
        close = openEventStream(lastEventId, (input) => leader.input(input))
      },
      disconnect: () => {
        close?.()
        close = null
      },
      post: (client, subscriptions) => {
        api('POST /api/live/:client', { params: { client }, body: { subscriptions } }).then(
          () => leader.input({ type: 'posted', status: 200 }),
          (error: unknown) =>
            leader.input({ type: 'posted', status: error instanceof ApiFailure ? error.status : 0 }),
        )
      },
      say: (message) => {
        this.#channel?.postMessage({ to: 'tabs', message } satisfies Envelope)
        this.#hear(message)
      },
      wakeAt: (time) => {
        clearTimeout(timer)
        if (time !== null) timer = setTimeout(() => leader.tick(), Math.max(0, time - Date.now()))
      },
    })
    this.#leader = leader
    const roll = setInterval(() => leader.roll(), ROLL_MS)
    this.#end.signal.addEventListener('abort', () => clearInterval(roll))
    window.addEventListener('online', () => leader.input({ type: 'visible', visible: true }), {
      signal: this.#end.signal,
    })
    leader.start()
  }

  #hear(message: LeaderMessage): void {
    if (message.kind === 'who') this.#announce(false)
    if (message.kind === 'event') this.#onEvent(message.event)
    if (message.kind !== 'status') return
    this.#status = message.status
    for (const listener of this.#statusListeners) listener()
  }

  #announceSoon(): void {
    if (this.#announcing) return
    this.#announcing = true
    queueMicrotask(() => this.#announce(true))
  }

  #announce(fresh: boolean): void {
    this.#announcing = false
    const subscriptions = [...this.#wanted.values()].flatMap((parts) => firstOf(parts) ?? [])
    const visible = document.visibilityState === 'visible'
    this.#toLeader({ kind: 'tab', tab: this.#tab, visible, subscriptions, fresh })
  }

  #toLeader(message: TabMessage): void {
    if (this.#leader) this.#leader.hear(message)
    else this.#channel?.postMessage({ to: 'leader', message } satisfies Envelope)
  }
}

/** Two kinds of message on one channel. */
type Envelope =
  | { readonly to: 'tabs'; readonly message: LeaderMessage }
  | { readonly to: 'leader'; readonly message: TabMessage }

const ROLL_MS = 50_000

function firstOf(parts: Iterable<() => Subscription | null>): Subscription | null {
  for (const where of parts) {
    const subscription = where()
    if (subscription) return subscription
  }
  return null
}
