import type { Subscription } from '@skein/view'
import type { Scope } from '../auth/scope.ts'
import type { Sink } from './sink.ts'

export interface LiveClientOptions {
  readonly id: string
  /** Who opened the stream; nobody else may subscribe for it. */
  readonly device: string
  /** What that device may do. */
  readonly scope: Scope
  readonly sink: Sink
  /** It is not to be written to any more. */
  readonly gone: (client: LiveClient) => void
}

/** One stream and what its reader wants to be told. */
export class LiveClient {
  readonly id: string
  readonly device: string
  readonly scope: Scope
  readonly #sink: Sink
  readonly #gone: (client: LiveClient) => void
  /** By topic. */
  readonly subscriptions = new Map<string, Subscription>()
  #closed = false

  constructor({ id, device, scope, sink, gone }: LiveClientOptions) {
    this.id = id
    this.device = device
    this.scope = scope
    this.#sink = sink
    this.#gone = gone
  }

  get isClosed(): boolean {
    return this.#closed
  }

  follows(topic: string): boolean {
    return this.subscriptions.has(topic)
  }

  /** A client that does not read is let go: it knows where it was. */
  send(text: string): void {
    if (!this.#closed && !this.#sink.write(text)) this.close()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#sink.close()
    this.#gone(this)
  }
}
