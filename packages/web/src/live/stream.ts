import type { LiveEvent, Subscription } from '@skein/view'
import { cursorAfter } from './topic.ts'

/**
 * The connection to the server as a pure machine: `step(state, input)` gives the next state and what is to be done.
 * Whoever drives it (live-client.ts) has the network, the clock and the dice.
 *
 * Contract: subscriptions are posted after each `hello` and whenever they change, one post at a time; each names the
 * cursor behind the last event that was told, so that a new stream goes on where the old one broke off.
 */
export interface StreamState {
  readonly phase: Phase
  /** Names the stream when subscriptions are posted; null until it said hello. */
  readonly client: string | null
  readonly lastEventId: string | null
  /** When the server was last heard. */
  readonly heard: number | null
  /** When the stream was asked for. */
  readonly begun: number
  /** Attempts since then. */
  readonly tries: number
  readonly retryAt: number | null
  /** By topic, with the cursor to go on from. */
  readonly wanted: ReadonlyMap<string, Subscription>
  readonly post: 'none' | 'running' | 'outdated'
  /** Topics that the server is to begin anew, from the cursor in `wanted`. */
  readonly restart: ReadonlySet<string>
  readonly hiddenSince: number | null
}

/** `paused`: nobody looks. */
export type Phase = 'connecting' | 'live' | 'waiting' | 'paused' | 'signed-out'

export type StreamInput =
  | { readonly type: 'start' }
  | { readonly type: 'event'; readonly id: string | null; readonly event: LiveEvent }
  | { readonly type: 'beat' }
  /** The stream ended or never began; `status` 0: the server was not reached. */
  | { readonly type: 'closed'; readonly status: number }
  | { readonly type: 'posted'; readonly status: number }
  | { readonly type: 'timer' }
  | { readonly type: 'visible'; readonly visible: boolean }
  | { readonly type: 'want'; readonly subscriptions: readonly Subscription[] }
  | { readonly type: 'restart'; readonly subscription: Subscription }

export type StreamEffect =
  | { readonly type: 'connect'; readonly lastEventId: string | null }
  | { readonly type: 'disconnect' }
  | { readonly type: 'post'; readonly client: string; readonly subscriptions: readonly Subscription[] }
  | { readonly type: 'tell'; readonly event: LiveEvent }

export interface StepContext {
  readonly now: number
  /** From 0 to 1. */
  readonly random: number
}

export interface Step {
  readonly state: StreamState
  readonly effects: readonly StreamEffect[]
}

export const STALE_MS = 90_000
export const HIDDEN_GRACE_MS = 60_000
export const LONGEST_WAIT_MS = 30_000
const FIRST_WAIT_MS = 500

export const NEW_STREAM: StreamState = {
  phase: 'paused',
  client: null,
  lastEventId: null,
  heard: null,
  begun: 0,
  tries: 0,
  retryAt: null,
  wanted: new Map(),
  post: 'none',
  restart: new Set(),
  hiddenSince: null,
}

export function step(state: StreamState, input: StreamInput, { now, random }: StepContext): Step {
  switch (input.type) {
    case 'start':
      return connect(state, now)
    case 'event':
      return told(state, input, now)
    case 'beat':
      return done({ ...state, heard: now })
    case 'closed':
      return closed(state, input.status, { now, random })
    case 'posted':
      return posted(state, input.status, { now, random })
    case 'timer':
      return timer(state, { now, random })
    case 'visible':
      return visible(state, input.visible, now)
    case 'want':
      return want(state, input.subscriptions)
    case 'restart': {
      const { topic } = input.subscription
      if (!state.wanted.has(topic)) return done(state)
      const wanted = new Map(state.wanted).set(topic, input.subscription)
      return changed({ ...state, wanted, restart: new Set(state.restart).add(topic) })
    }
  }
}

/** When `timer` is due next; null: never. */
export function nextTimer(state: StreamState): number | null {
  if (state.phase === 'waiting') return state.retryAt
  if (state.phase !== 'live' && state.phase !== 'connecting') return null
  const stale = staleAt(state)
  return state.hiddenSince === null ? stale : Math.min(stale, state.hiddenSince + HIDDEN_GRACE_MS)
}

/** The server says something every 30 seconds; without three of them the connection is dead, whatever it looks like. */
function staleAt(state: StreamState): number {
  return Math.max(state.heard ?? 0, state.begun) + STALE_MS
}

function told(state: StreamState, input: StreamInput & { type: 'event' }, now: number): Step {
  const { event, id } = input
  const tell: StreamEffect = { type: 'tell', event }
  const heard = { ...state, heard: now, lastEventId: id ?? state.lastEventId }
  if (event.type === 'hello') {
    const next = changed({
      ...heard,
      phase: 'live',
      client: event.client,
      tries: 0,
      post: 'none',
      restart: new Set(),
    })
    return { state: next.state, effects: [tell, ...next.effects] }
  }
  const after = cursorAfter(event)
  const held = after && state.wanted.get(after.topic)
  if (!after || !held) return done(heard, tell)
  return done(
    { ...heard, wanted: new Map(state.wanted).set(after.topic, { ...held, cursor: after.cursor }) },
    tell,
  )
}

function closed(state: StreamState, status: number, context: StepContext): Step {
  if (state.phase === 'paused' || state.phase === 'signed-out') return done(state)
  if (status === 401) return done(lost({ ...state, phase: 'signed-out' }))
  return wait(state, context)
}

function posted(state: StreamState, status: number, context: StepContext): Step {
  if (state.post === 'none') return done(state)
  if (status >= 200 && status < 300) {
    const outdated = state.post === 'outdated'
    const idle: StreamState = { ...state, post: 'none' }
    return outdated ? changed(idle) : done(idle)
  }
  // The server does not know the stream any more, or was not reached: a new one.
  const next = status === 401 ? done(lost({ ...state, phase: 'signed-out' })) : wait(state, context)
  return { state: next.state, effects: [{ type: 'disconnect' }, ...next.effects] }
}

function timer(state: StreamState, context: StepContext): Step {
  const { now } = context
  if (state.phase === 'waiting' && state.retryAt !== null && now >= state.retryAt) return connect(state, now)
  if (state.phase !== 'live' && state.phase !== 'connecting') return done(state)
  if (state.hiddenSince !== null && now >= state.hiddenSince + HIDDEN_GRACE_MS)
    return done(lost({ ...state, phase: 'paused' }), { type: 'disconnect' })
  if (now < staleAt(state)) return done(state)
  const next = wait(state, context)
  return { state: next.state, effects: [{ type: 'disconnect' }, ...next.effects] }
}

function visible(state: StreamState, isVisible: boolean, now: number): Step {
  if (!isVisible) return done({ ...state, hiddenSince: state.hiddenSince ?? now })
  const shown: StreamState = { ...state, hiddenSince: null }
  // Whoever comes back does not wait for the rest of a pause.
  if (state.phase === 'paused' || state.phase === 'waiting') return connect({ ...shown, tries: 0 }, now)
  return done(shown)
}

function want(state: StreamState, subscriptions: readonly Subscription[]): Step {
  const wanted = new Map<string, Subscription>()
  for (const subscription of subscriptions) {
    const { topic } = subscription
    // What is followed already goes on where it is, whatever cursor a newcomer has.
    wanted.set(topic, state.wanted.get(topic) ?? subscription)
  }
  const same =
    wanted.size === state.wanted.size && [...wanted.keys()].every((topic) => state.wanted.has(topic))
  return same ? done(state) : changed({ ...state, wanted })
}

/** Subscriptions are not what the server knows: a post, or another one after the one that runs. */
function changed(state: StreamState): Step {
  if (state.client === null || state.phase !== 'live') return done(state)
  if (state.post !== 'none') return done({ ...state, post: 'outdated' })
  const post = (topics: readonly Subscription[]): StreamEffect => ({
    type: 'post',
    client: state.client ?? '',
    subscriptions: topics,
  })
  const all = [...state.wanted.values()]
  if (state.restart.size === 0) return done({ ...state, post: 'running' }, post(all))
  // The server keeps what it knows where it stands: a topic begins anew only after it was left out once.
  const without = all.filter((one) => !state.restart.has(one.topic))
  return done({ ...state, post: 'outdated', restart: new Set() }, post(without))
}

function connect(state: StreamState, now: number): Step {
  const next: StreamState = { ...lost(state), phase: 'connecting', begun: now, retryAt: null }
  return done(next, { type: 'connect', lastEventId: state.lastEventId })
}

function wait(state: StreamState, { now, random }: StepContext): Step {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** state.tries)
  const retryAt = now + longest / 2 + (random * longest) / 2
  return done({ ...lost(state), phase: 'waiting', tries: state.tries + 1, retryAt })
}

function lost(state: StreamState): StreamState {
  return { ...state, client: null, post: 'none', restart: new Set() }
}

function done(state: StreamState, ...effects: StreamEffect[]): Step {
  return { state, effects }
}
