import type { SearchHit, SearchResult } from '@skein/store'
import { describe, expect, it } from 'vitest'
import { screenOf, tooWide, WIDTHS } from '../../test/screen.ts'
import { styleOf } from '../terminal/style.ts'
import { hitLines } from './hit-lines.ts'
import { shownHits } from './shown-hits.ts'

const hit: SearchHit = {
  session: '5e551017-aaaa-4000-8000-000000000001',
  root: '/home/ada/.claude',
  agent: null,
  path: '/home/ada/.claude/projects/p/5e551017-aaaa-4000-8000-000000000001.jsonl',
  place: 'disk',
  project: 'p',
  cwd: '/home/ada/tidepool',
  uuid: '3f0c19aa-aaaa-4000-8000-000000000001',
  line: 7,
  offset: 100,
  length: 50,
  time: Date.UTC(2026, 4, 1, 12),
  type: 'user',
  field: 'tool-result',
  tool: 'Bash',
  key: null,
  snippet: {
    text: 'the connection was refused',
    matches: [{ start: 4, stop: 14 }],
    cutBefore: true,
    cutBehind: false,
  },
  matchCount: 1,
}

function found(fields: Partial<SearchResult>): SearchResult {
  const work = { blocksRead: 0, bytesRead: 0, rowsRead: 0 }
  const end = { more: false, next: null, ranked: null, stopped: false, diagnostics: [], work }
  return { hits: [], titles: [], ...end, ...fields }
}

describe('hitLines', () => {
  it('says so where there is nothing', () => {
    expect(hitLines(found({}), screenOf(80))).toEqual(['Nothing found.'])
  })

  it('names the session and the entry as `show` takes them', () => {
    expect(hitLines(found({ hits: [hit] }), screenOf(90))).toEqual([
      '5e551017 --at 3f0c19aa  2026-05-01 · Bash tool-result · /home/ada/tidepool',
      '    …the connection was refused',
    ])
  })

  it('names an entry without a uuid by its line, a sub-agent and the archive', () => {
    const title = {
      ...hit,
      uuid: null,
      time: null,
      tool: null,
      field: 'title',
      agent: 'a1',
      place: 'archive',
    } as const
    expect(hitLines(found({ hits: [title] }), screenOf(90))[0]).toBe(
      '5e551017 --at 7  title, sub-agent a1 · archived · /home/ada/tidepool',
    )
  })

  it('highlights matches, over the ends of lines too', () => {
    const screen = { ...screenOf(20), style: styleOf(true) }
    const [, , ...lines] = hitLines(
      found({ hits: [{ ...hit, snippet: { ...hit.snippet, matches: [{ start: 0, stop: 26 }] } }] }),
      screen,
    )
    const on = '\u001b[1m\u001b[33m'
    expect(lines.map((line) => line.includes(on))).toEqual(lines.map(() => true))
  })

  it('says how many were ranked, and that there is more', () => {
    expect(hitLines(found({ hits: [hit], more: true, ranked: 500 }), screenOf(80)).slice(-2)).toEqual([
      'Best first, of the newest 500 hits.',
      'There may be more: --limit.',
    ])
  })

  it.each(WIDTHS)('fits %i columns', (width) => {
    const wide = {
      ...hit,
      tool: 'mcp__something_very_long__and_more_of_it',
      cwd: `/srv/${'日本'.repeat(50)}`,
      snippet: { ...hit.snippet, text: `the connection ${'日本語'.repeat(40)} ${'x'.repeat(90)}` },
    }
    const titles = [{ ...hit, title: wide.snippet }]
    expect(tooWide(hitLines(found({ hits: [hit, wide], titles }), screenOf(width)), width)).toEqual([])
  })
})

describe('shownHits', () => {
  const secret = ['AKIA', 'IOSFODNN7', 'QRSTUVW'].join('')
  const placeholder = '[redacted:aws-access-key-id:1]'

  it('masks what stands around a snippet', () => {
    expect(shownHits(found({ hits: [{ ...hit, cwd: `/srv/${secret}` }] })).hits).toEqual([
      { ...hit, cwd: `/srv/${placeholder}` },
    ])
  })

  it('masks a secret that colours tear apart, and gives the places of matches up for it', () => {
    const text = `key ${secret.slice(0, 6)}\u001b[0m${secret.slice(6)}`
    const [shown] = shownHits(found({ hits: [{ ...hit, snippet: { ...hit.snippet, text } }] })).hits
    expect(shown.snippet).toEqual({ ...hit.snippet, text: `key ${placeholder}`, matches: [] })
  })
})
