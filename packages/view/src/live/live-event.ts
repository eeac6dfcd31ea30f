import type { SessionItem } from '../list/session-item.ts'
import type { Cost } from '../session/session-view.ts'
import type { ViewUpdate } from './view-delta.ts'

/**
 * What the server tells a client, as the data of one event of its stream. The event's id is `epoch:seq`: of this
 * server's life, and of this event in it.
 */
export type LiveEvent =
  | HelloEvent
  | SessionsEvent
  | UsageEvent
  | SessionChangedEvent
  | AgentSessionChangedEvent
  | SubscriptionFailedEvent
  | IndexingEvent

/** The first event of a stream. */
export interface HelloEvent {
  readonly type: 'hello'
  /** Names the stream when subscriptions are posted. */
  readonly client: string
  readonly epoch: string
  /** Whether what is ephemeral was told without a hole since the client's last event; on `gap` it is loaded anew. */
  readonly since: 'ok' | 'gap'
}

/** The list changed. Ephemeral: after a gap it is loaded anew. */
export interface SessionsEvent {
  readonly type: 'sessionsChanged'
  readonly changed: readonly SessionItem[]
  /** Keys. */
  readonly removed: readonly string[]
}

/** Ephemeral. */
export interface UsageEvent {
  readonly type: 'usageChanged'
  /** Of the local day. */
  readonly today: { readonly date: string; readonly tokens: number; readonly cost: Cost }
}

/** A transcript grew. Persisted: a client that was away names its cursor and is told what it missed. */
export interface SessionChangedEvent {
  readonly type: 'sessionChanged'
  readonly session: string
  readonly update: ViewUpdate
  readonly topic: string
  /** Where a client stands that was told this. */
  readonly cursor: string
}

export interface AgentSessionChangedEvent {
  readonly type: 'agentSessionChanged'
  readonly projectId: string
  /** The session the agent belongs to. */
  readonly session: string
  readonly agentSessionId: string
  readonly update: ViewUpdate
  readonly topic: string
  readonly cursor: string
}

/** A subscription cannot be served, now or any more. */
export interface SubscriptionFailedEvent {
  readonly type: 'subscriptionFailed'
  readonly subscription: Subscription
  readonly reason: 'not-found' | 'forbidden' | 'unreadable'
}

/** Ephemeral. */
export interface IndexingEvent {
  readonly type: 'indexing'
  readonly bytesDone: number
  readonly bytesTotal: number
}

/** What a client wants to be told. A post names all of them; those before are forgotten. */
export interface Subscription {
  /** `sessions`, `usage`, `session:<key>`, `agent:<key>/<agent>`: a kind that the server has, and behind a colon which one. */
  readonly topic: string
  /**
   * Where the client stands in a topic that has a past: it is told what came since, then what comes. `<state>:<number>`: of
   * one state the higher number is the later.
   */
  readonly cursor?: string
}
