import type { LiveEvent, Subscription } from '@skein/view'

/** What a subscription is about, without where one stands in it. */
export function topicOf(subscription: Subscription): string {
  switch (subscription.kind) {
    case 'session':
      return sessionTopic(subscription.session, null)
    case 'agent':
      return sessionTopic(subscription.session, subscription.agentSessionId)
    default:
      return subscription.kind
  }
}

export function sessionTopic(session: string, agent: string | null): string {
  return JSON.stringify([session, agent])
}

/** The transcript an event is about, and the cursor behind it; null for all other events. */
export function cursorAfter(event: LiveEvent): { readonly topic: string; readonly cursor: string } | null {
  if (event.type !== 'sessionChanged' && event.type !== 'agentSessionChanged') return null
  const agent = event.type === 'agentSessionChanged' ? event.agentSessionId : null
  const { update } = event
  const cursor = update.kind === 'delta' ? update.delta.to : update.view.cursor
  return { topic: sessionTopic(event.session, agent), cursor }
}

export function withCursor(subscription: Subscription, cursor: string): Subscription {
  return 'cursor' in subscription ? { ...subscription, cursor } : subscription
}

/**
 * How two states of a file lie to each other. Of another generation is neither before nor behind: the file was
 * rewritten between them.
 */
export function compareCursors(one: string, other: string): 'same' | 'before' | 'behind' | 'apart' {
  if (one === other) return 'same'
  const [a, b] = [split(one), split(other)]
  if (a === null || b === null || a.generation !== b.generation) return 'apart'
  return a.offset < b.offset ? 'before' : 'behind'
}

function split(cursor: string): { readonly generation: string; readonly offset: number } | null {
  const colon = cursor.lastIndexOf(':')
  const offset = Number(cursor.slice(colon + 1))
  return colon < 0 || !Number.isFinite(offset) ? null : { generation: cursor.slice(0, colon), offset }
}
