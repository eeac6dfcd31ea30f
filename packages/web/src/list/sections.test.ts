import type { SessionItem } from '@skein/view'
import { describe, expect, it } from 'vitest'
import { heldSections, inboxSections, type Section } from './sections.ts'

const item = (key: string, lastTime: number, rest: Partial<SessionItem> = {}): SessionItem =>
  // Only what the inbox looks at.
  ({ key, lastTime, running: null, unread: false, ...rest }) as SessionItem

const said = (sections: readonly Section[]): string[] =>
  sections.map(({ name, items }) => `${name}: ${items.map(({ key }) => key).join(' ')}`)

describe('the inbox', () => {
  it('has each session once, in the most urgent section, newest first', () => {
    const sections = inboxSections([
      item('old', 1),
      item('new', 9),
      item('asks', 2, { running: 'needs-you', unread: true }),
      item('works', 3, { running: 'working', unread: true }),
      item('unread', 4, { unread: true }),
      item('finished', 5, { running: 'idle', unread: true }),
      item('open', 6, { running: 'idle' }),
      item('new', 9),
    ])
    expect(said(sections)).toEqual([
      'Needs you: asks',
      'Running: works',
      'Unread: finished unread',
      'Recent: new open old',
    ])
  })

  it('leaves out empty sections', () => {
    expect(inboxSections([])).toEqual([])
  })
})

describe('under a pointer', () => {
  const shown = inboxSections([item('a', 9), item('b', 8), item('c', 7)])

  it('keeps places, shows the latest of each, and lets go what is gone', () => {
    const next = inboxSections([item('c', 20, { unread: true }), item('a', 9)])
    const held = heldSections(shown, next)
    expect(said(held)).toEqual(['Recent: a c'])
    expect(held[0].items[1].unread).toBe(true)
  })

  it('lets newcomers wait, except behind the last and those that need somebody', () => {
    const next = inboxSections([
      item('n', 30),
      item('a', 9),
      item('b', 8),
      item('c', 7),
      item('paged', 1),
      item('asks', 40, { running: 'needs-you' }),
    ])
    expect(said(heldSections(shown, next))).toEqual(['Needs you: asks', 'Recent: a b c paged'])
  })
})
