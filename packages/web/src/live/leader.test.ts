import type { Subscription } from '@skein/view'
import { expect, it } from 'vitest'
import { Leader, type LeaderMessage, type TabMessage } from './leader.ts'
import { TAB_GONE_MS } from './tabs.ts'

const LIST: Subscription = { topic: 'sessions' }
const session = (cursor: string): Subscription => ({ topic: 'session:s1', cursor })

/** A leader on a table: what it does is written down. */
function table() {
  const said: LeaderMessage[] = []
  const posts: (readonly Subscription[])[] = []
  const streams: string[] = []
  const clock = { now: 0 }
  const leader = new Leader({
    now: () => clock.now,
    random: () => 0.5,
    connect: () => streams.push('open'),
    disconnect: () => streams.push('close'),
    post: (_, subscriptions) => posts.push(subscriptions),
    say: (message) => said.push(message),
    wakeAt: () => undefined,
  })
  const hello = (): void =>
    leader.input({ type: 'event', id: 'e:1', event: { type: 'hello', client: 'c', epoch: 'e', since: 'ok' } })
  return { leader, said, posts, streams, clock, hello }
}

const tab = (
  id: string,
  subscriptions: readonly Subscription[],
  rest: Partial<TabMessage> = {},
): TabMessage => ({ kind: 'tab', tab: id, visible: true, subscriptions, fresh: true, ...rest }) as TabMessage

it('asks all tabs what they want, and wants each thing once, from the earliest cursor', () => {
  const { leader, said, posts, streams, hello } = table()
  leader.start()
  expect(said).toContainEqual({ kind: 'who' })
  leader.hear(tab('a', [LIST, session('g:20')]))
  leader.hear(tab('b', [LIST, session('g:10')]))
  hello()
  expect(streams).toEqual(['open'])
  expect(posts).toEqual([[LIST, session('g:10')]])
})

it('begins a topic anew for a tab that comes with an older state than the others were told', () => {
  const { leader, posts, hello } = table()
  leader.start()
  leader.hear(tab('a', [session('g:20')]))
  hello()
  leader.input({ type: 'posted', status: 200 })
  leader.hear(tab('b', [session('g:10')]))
  leader.input({ type: 'posted', status: 200 })
  leader.input({ type: 'posted', status: 200 })
  expect(posts).toEqual([[session('g:20')], [], [session('g:10')]])
  // The answer to a roll-call may be older than what is on its way: nothing begins anew for it.
  leader.hear(tab('a', [session('g:5')], { fresh: false } as Partial<TabMessage>))
  expect(posts).toHaveLength(3)
})

it('wants no more what only a tab that is gone wanted', () => {
  const { leader, posts, clock, hello } = table()
  leader.start()
  leader.hear(tab('a', [LIST]))
  leader.hear(tab('b', [session('g:10')]))
  leader.hear(tab('c', [{ topic: 'usage' }]))
  hello()
  leader.input({ type: 'posted', status: 200 })
  leader.hear({ kind: 'bye', tab: 'b' })
  leader.input({ type: 'posted', status: 200 })
  clock.now += TAB_GONE_MS
  leader.hear(tab('a', [LIST]))
  leader.roll()
  expect(posts).toEqual([[LIST, session('g:10'), { topic: 'usage' }], [LIST, { topic: 'usage' }], [LIST]])
})

it('pauses only when no tab is visible', () => {
  const { leader, streams, clock, hello } = table()
  leader.start()
  leader.hear(tab('a', [LIST]))
  leader.hear(tab('b', [LIST], { visible: false } as Partial<TabMessage>))
  hello()
  clock.now += 70_000
  leader.input({ type: 'beat' })
  leader.tick()
  expect(streams).toEqual(['open'])
  leader.hear(tab('a', [LIST], { visible: false } as Partial<TabMessage>))
  clock.now += 60_000
  leader.tick()
  expect(streams).toEqual(['open', 'close'])
  expect(leader.status.phase).toBe('paused')
  leader.hear(tab('b', [LIST]))
  expect(streams).toEqual(['open', 'close', 'open'])
})
