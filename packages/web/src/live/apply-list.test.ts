import type { SessionItem } from '@skein/view'
import { describe, expect, it } from 'vitest'
import { applySessions, type SessionPages } from './apply-list.ts'

const item = (key: string, lastTime: number, rest: Partial<SessionItem> = {}): SessionItem =>
  // Only what lists look at.
  ({
    key,
    lastTime,
    title: key,
    name: '',
    projectId: 'p',
    running: null,
    unread: false,
    place: 'disk',
    ...rest,
  }) as SessionItem

function pages(rows: readonly (readonly SessionItem[])[], next: string | null): SessionPages {
  const total = rows.flat().length + (next === null ? 0 : 10)
  return {
    pages: rows.map((items, at) => ({
      items,
      next: at < rows.length - 1 ? `to ${at}` : next,
      total,
      indexing: false,
    })),
    pageParams: rows.map(() => null),
  }
}

const keysOf = (of: SessionPages): string[][] => of.pages.map((page) => page.items.map(({ key }) => key))

describe('a loaded list', () => {
  const before = pages(
    [
      [item('a', 50), item('b', 40)],
      [item('c', 30), item('d', 20)],
    ],
    'more',
  )

  it('takes a session that got active to the top, once', () => {
    const after = applySessions(
      before,
      {},
      { type: 'sessionsChanged', changed: [item('c', 60)], removed: [] },
    )
    expect(keysOf(after)).toEqual([
      ['c', 'a'],
      ['b', 'd'],
    ])
    expect(after.pages[0].total).toBe(before.pages[0].total)
  })

  it('takes in what is new and lets go what is gone', () => {
    const event = { type: 'sessionsChanged', changed: [item('n', 45)], removed: ['b', 'd'] } as const
    const after = applySessions(before, {}, event)
    expect(keysOf(after).flat()).toEqual(['a', 'n', 'c'])
    expect(after.pages[0].total).toBe(before.pages[0].total - 1)
  })

  it('leaves out what belongs on a page that is not loaded, unless there is none', () => {
    const event = { type: 'sessionsChanged', changed: [item('old', 5)], removed: [] } as const
    expect(keysOf(applySessions(before, {}, event)).flat()).toEqual(['a', 'b', 'c', 'd'])
    const whole = pages([[item('a', 50)]], null)
    expect(keysOf(applySessions(whole, {}, event)).flat()).toEqual(['a', 'old'])
  })

  it('holds to what the list was asked for', () => {
    const event = {
      type: 'sessionsChanged',
      changed: [item('a', 70, { projectId: 'q' }), item('x', 80, { title: 'Live Client' })],
      removed: [],
    } as const
    expect(keysOf(applySessions(before, { project: 'p' }, event)).flat()).toEqual(['x', 'b', 'c', 'd'])
    expect(keysOf(applySessions(before, { title: 'live' }, event)).flat()).toContain('x')
    expect(keysOf(applySessions(before, { state: 'running' }, event)).flat()).not.toContain('x')
  })
})
