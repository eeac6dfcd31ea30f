import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DENSITIES,
  formatPlace,
  NO_LIST,
  PANELS,
  parsePlace,
  sessionPlace,
  SHOWS,
  type Place,
} from './place.ts'

const parse = (text: string): Place => {
  const [path, search = ''] = text.split('?')
  return parsePlace(path, search)
}

describe('places', () => {
  it('reads every page of the app', () => {
    expect(parse('')).toEqual({ page: 'inbox', list: NO_LIST, more: {} })
    expect(parse('p/-home-ana-src')).toEqual({
      page: 'project',
      project: '-home-ana-src',
      list: { view: 'inbox', project: '-home-ana-src', filter: '' },
      more: {},
    })
    expect(parse('s/0f0?tip=120&at=99&panel=trace&find=a%20b&density=short&show=bookkeeping,dead')).toEqual(
      sessionPlace('0f0', {
        tip: 120,
        at: '99',
        panel: 'trace',
        find: 'a b',
        density: 'short',
        show: ['dead', 'bookkeeping'],
      }),
    )
    expect(parse('s/0f0/a/agent-7')).toEqual(sessionPlace('0f0', { agent: 'agent-7' }))
    expect(parse('search?q=tool%3ABash')).toEqual({ page: 'search', q: 'tool:Bash', list: NO_LIST, more: {} })
    expect(parse('usage?by=day')).toEqual({ page: 'usage', list: NO_LIST, more: { by: 'day' } })
    expect(parse('settings')).toEqual({ page: 'settings', list: NO_LIST, more: {} })
  })

  it('keeps the list beside a session: its view, project and filter', () => {
    expect(parse('s/0f0?list=projects&in=p1&filter=live')).toEqual(
      sessionPlace('0f0', { list: { view: 'projects', project: 'p1', filter: 'live' } }),
    )
  })

  it('takes what it does not know for absent, and a path that is none for not found', () => {
    expect(parse('s/0f0?tip=-1&panel=kitchen&density=huge&show=all&list=wall')).toEqual(sessionPlace('0f0'))
    for (const path of [
      's',
      's/',
      's/a/b',
      's/a/a',
      's/a/x/b',
      's/a/a/b/c',
      'p',
      'search/x',
      '%E0%A4%A',
      'nope',
    ])
      expect(parse(path).page, path).toBe('not-found')
  })

  it('writes only what differs from the usual', () => {
    expect(formatPlace({ page: 'inbox', list: NO_LIST, more: {} })).toBe('')
    expect(formatPlace(sessionPlace('a b/c', { show: ['dead', 'bookkeeping'] }))).toBe(
      's/a%20b%2Fc?show=dead,bookkeeping',
    )
  })

  it('reads back every place it wrote', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    const list = fc.record({
      view: fc.constantFrom('inbox', 'projects', 'searches'),
      project: fc.option(text),
      filter: fc.oneof(fc.constant(''), text),
    })
    const more = fc.constantFrom({}, { by: 'day', since: '2026-01-01' })
    const session = fc.record({
      page: fc.constant('session'),
      session: text,
      agent: fc.option(text),
      tip: fc.option(fc.nat()),
      at: fc.option(text),
      panel: fc.option(fc.constantFrom(...PANELS)),
      find: fc.oneof(fc.constant(''), text),
      density: fc.option(fc.constantFrom(...DENSITIES)),
      show: fc.subarray([...SHOWS]),
      list,
      more,
    })
    const others = fc.oneof(
      fc.record({ page: fc.constantFrom('inbox', 'usage', 'settings'), list, more }),
      fc.record({ page: fc.constant('search'), q: fc.oneof(fc.constant(''), text), list, more }),
      fc.tuple(text, list).map(([project, of]) => ({
        page: 'project',
        project,
        list: { ...of, project },
        more: {},
      })),
    )
    fc.assert(
      fc.property(fc.oneof(session, others), (place) => {
        // The records above are the shapes of `Place`.
        expect(parse(formatPlace(place as Place))).toEqual(place)
      }),
    )
  })
})
