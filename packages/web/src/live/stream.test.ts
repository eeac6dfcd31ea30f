import type { LiveEvent, Subscription } from '@skein/view'
import { describe, expect, it } from 'vitest'
import {
  HIDDEN_GRACE_MS,
  LONGEST_WAIT_MS,
  NEW_STREAM,
  nextTimer,
  STALE_MS,
  step,
  type StreamEffect,
  type StreamInput,
  type StreamState,
} from './stream.ts'

const LIST: Subscription = { topic: 'sessions' }
const SESSION: Subscription = { topic: 'session:s1', cursor: 'g:10' }

/** A machine with its clock, and all it was told to do. */
class Driven {
  state: StreamState = NEW_STREAM
  now = 1000
  random = 0.5
  #effects: StreamEffect[] = []

  put(input: StreamInput): this {
    const { state, effects } = step(this.state, input, this)
    this.state = state
    this.#effects.push(...effects)
    return this
  }

  /** What was to be done since this was last asked. */
  done(): StreamEffect[] {
    return this.#effects.splice(0)
  }

  live(): this {
    this.put({ type: 'want', subscriptions: [LIST, SESSION] })
      .put({ type: 'start' })
      .put(hello())
    this.put({ type: 'posted', status: 200 }).done()
    return this
  }
}

describe('the stream', () => {
  it('connects, and posts its subscriptions after hello', () => {
    const driven = new Driven().put({ type: 'want', subscriptions: [LIST] }).put({ type: 'start' })
    expect(driven.done()).toEqual([{ type: 'connect', lastEventId: null }])
    expect(driven.state.phase).toBe('connecting')
    driven.put(hello())
    expect(driven.state.phase).toBe('live')
    expect(driven.done()).toEqual([
      { type: 'tell', event: hello().event },
      { type: 'post', client: 'c1', subscriptions: [LIST] },
    ])
  })

  it('has one post under way; a change meanwhile is posted behind it', () => {
    const driven = new Driven().put({ type: 'start' }).put(hello())
    driven.done()
    driven.put({ type: 'want', subscriptions: [LIST] }).put({ type: 'want', subscriptions: [LIST, SESSION] })
    expect(driven.done()).toEqual([])
    driven.put({ type: 'posted', status: 200 })
    expect(driven.done()).toEqual([{ type: 'post', client: 'c1', subscriptions: [LIST, SESSION] }])
    driven.put({ type: 'posted', status: 200 })
    expect(driven.done()).toEqual([])
  })

  it('goes on after a break from the cursor behind the last event, with its id', () => {
    const driven = new Driven().live()
    driven.put({ type: 'event', id: 'e:7', event: grown('s1', 'g:10', 'g:25') })
    driven.done()
    driven.put({ type: 'closed', status: 0 })
    expect(driven.state.phase).toBe('waiting')
    driven.now = nextTimer(driven.state) ?? NaN
    driven.put({ type: 'timer' })
    expect(driven.done()).toEqual([{ type: 'connect', lastEventId: 'e:7' }])
    driven.put(hello('c2'))
    expect(driven.done().at(-1)).toEqual({
      type: 'post',
      client: 'c2',
      subscriptions: [LIST, { ...SESSION, cursor: 'g:25' }],
    })
  })

  it('waits twice as long each time, up to a bound, with a half of it by chance; hello forgets it', () => {
    const waits = (random: number): number[] => {
      const driven = new Driven().put({ type: 'start' })
      driven.random = random
      return Array.from({ length: 9 }, () => {
        driven.put({ type: 'closed', status: 0 })
        const wait = (driven.state.retryAt ?? NaN) - driven.now
        driven.now += wait
        driven.put({ type: 'timer' })
        return wait
      })
    }
    expect(waits(1)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    expect(waits(0)).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
    expect(LONGEST_WAIT_MS).toBe(30_000)
    const driven = new Driven().live().put({ type: 'closed', status: 0 })
    expect((driven.state.retryAt ?? 0) - driven.now).toBeLessThanOrEqual(500)
  })

  it('takes silence of 90 seconds for a dead connection, and a beat for life', () => {
    const driven = new Driven().live()
    driven.now += STALE_MS - 1
    driven.put({ type: 'timer' }).put({ type: 'beat' })
    driven.now += STALE_MS - 1
    driven.put({ type: 'timer' })
    expect(driven.state.phase).toBe('live')
    driven.now += 1
    driven.put({ type: 'timer' })
    expect(driven.state.phase).toBe('waiting')
    expect(driven.done()).toEqual([{ type: 'disconnect' }])
  })

  it('does not take an attempt to connect for having heard the server', () => {
    const driven = new Driven().live()
    const heard = driven.state.heard
    driven.put({ type: 'closed', status: 0 })
    driven.now += 60_000
    driven.put({ type: 'timer' })
    expect(driven.state).toMatchObject({ phase: 'connecting', heard })
  })

  it('lets go a while after the last tab was hidden, and comes back at once', () => {
    const driven = new Driven().live().put({ type: 'visible', visible: false })
    driven.now += HIDDEN_GRACE_MS - 1
    driven.put({ type: 'beat' }).put({ type: 'timer' }).put({ type: 'visible', visible: false })
    expect(driven.state.phase).toBe('live')
    driven.now += 1
    driven.put({ type: 'timer' })
    expect(driven.state.phase).toBe('paused')
    expect(driven.done()).toEqual([{ type: 'disconnect' }])
    expect(nextTimer(driven.state)).toBeNull()
    driven.put({ type: 'closed', status: 0 })
    expect(driven.state.phase).toBe('paused')
    driven.put({ type: 'visible', visible: true })
    expect(driven.done()).toEqual([{ type: 'connect', lastEventId: 'e:1' }])
  })

  it('stays when a tab is shown again in time', () => {
    const driven = new Driven().live().put({ type: 'visible', visible: false })
    driven.put({ type: 'visible', visible: true })
    driven.now += HIDDEN_GRACE_MS
    driven.put({ type: 'timer' })
    expect(driven.state.phase).toBe('live')
  })

  it('stops where it is not signed in', () => {
    const driven = new Driven().put({ type: 'start' }).put({ type: 'closed', status: 401 })
    expect(driven.state.phase).toBe('signed-out')
    expect(nextTimer(driven.state)).toBeNull()
  })

  it('takes a new stream when the server does not know the old one', () => {
    const driven = new Driven().live().put({ type: 'want', subscriptions: [LIST] })
    driven.done()
    driven.put({ type: 'posted', status: 404 })
    expect(driven.state.phase).toBe('waiting')
    expect(driven.done()).toEqual([{ type: 'disconnect' }])
  })

  it('begins a topic anew by leaving it out once', () => {
    const driven = new Driven().live().put({ type: 'restart', subscription: { ...SESSION, cursor: 'g:5' } })
    expect(driven.done()).toEqual([{ type: 'post', client: 'c1', subscriptions: [LIST] }])
    driven.put({ type: 'posted', status: 200 })
    expect(driven.done()).toEqual([
      { type: 'post', client: 'c1', subscriptions: [LIST, { ...SESSION, cursor: 'g:5' }] },
    ])
  })

  it('keeps its place in a topic that another tab asks for too', () => {
    const driven = new Driven().live()
    driven.put({ type: 'want', subscriptions: [LIST, { ...SESSION, cursor: 'g:3' }] })
    expect(driven.done()).toEqual([])
    expect([...driven.state.wanted.values()]).toEqual([LIST, SESSION])
  })
})

function hello(client = 'c1') {
  const event: LiveEvent = { type: 'hello', client, epoch: 'e', since: 'ok' }
  return { type: 'event', id: 'e:1', event } as const
}

function grown(session: string, from: string, to: string): LiveEvent {
  // Only the cursors matter here.
  const delta = { from, to, turns: [] } as unknown as Extract<LiveEvent, { type: 'sessionChanged' }>['update']
  const update = { kind: 'delta', delta } as unknown as typeof delta
  return { type: 'sessionChanged', session, topic: `session:${session}`, cursor: to, update }
}
