import { describe, expect, it } from 'vitest'
import { screenOf, tooWide, WIDTHS } from '../../test/screen.ts'
import { listLines } from './list-lines.ts'
import type { ListedSession } from './session-report.ts'

const now = Date.UTC(2026, 4, 2, 12)
const reader = { now, userHome: '/home/ada' }

const session: ListedSession = {
  id: '5e551017-aaaa-4000-8000-000000000001',
  title: 'Mend the login page',
  titleFrom: 'custom-title',
  name: 'quiet-harbour',
  project: '/home/ada/tidepool',
  path: '/home/ada/.claude/projects/-home-ada-tidepool/5e551017-aaaa-4000-8000-000000000001.jsonl',
  state: 'kept',
  turns: 12,
  tokens: 1_400_000,
  outputTokens: 9000,
  cost: 1.234,
  unpricedTokens: 0,
  models: ['claude-sonnet-4-5'],
  branch: 'main',
  agents: 0,
  bytes: 5000,
  firstTime: '2026-05-02T07:00:00.000Z',
  lastTime: '2026-05-02T09:00:00.000Z',
  pullRequests: [],
  countedElsewhere: false,
  relations: [],
}

describe('listLines', () => {
  it('tells everything on a wide screen, the home folder as ~', () => {
    expect(listLines([session], screenOf(100), reader)).toEqual([
      '   ID        ACTIVE  TURNS  TOKENS   COST  PROJECT     TITLE',
      '   5e551017     3 h     12    1.4M  $1.23  ~/tidepool  Mend the login page',
    ])
  })

  it('leaves out what says least on a narrow one', () => {
    expect(listLines([session], screenOf(40), reader)).toEqual([
      '   ID        ACTIVE  TITLE',
      '   5e551017     3 h  Mend the login page',
    ])
  })

  it('gives the title more room than the project', () => {
    const long = { ...session, project: '/srv/checkouts/of/everything', title: 'word '.repeat(30).trim() }
    const [, line = ''] = listLines([long], screenOf(80), reader)
    expect(line).toBe('   5e551017     3 h     12  $1.23  …f/everything  word word word word word word…')
  })

  it('marks what is live or archived by signs, and says what belongs together', () => {
    const other = { ...session, id: 'ffff0000', title: '', cost: null, unpricedTokens: 5, agents: 2 }
    const [, live, archived] = listLines(
      [
        { ...session, state: 'live', unpricedTokens: 5 },
        {
          ...other,
          state: 'archived',
          relations: [{ kind: 'forked-from', session: session.id }],
          pullRequests: [{ number: 7, url: '', repository: '' }],
        },
      ],
      screenOf(120),
      reader,
    )
    expect(live).toContain('●  5e551017')
    expect(live).toContain('$1.23+')
    expect(archived).toContain('▣  ffff0000')
    expect(archived).toContain('no price')
    expect(archived).toMatch(/ {2}\(no prompt\) · fork of 5e551017 · PR #7 · 2 sub-agents$/)
  })

  it.each(WIDTHS)('fits %i columns', (width) => {
    const long = {
      ...session,
      title: '日本語テキスト '.repeat(20),
      project: `/srv/${'x'.repeat(200)}`,
      tokens: 9e12,
    }
    expect(tooWide(listLines([session, long], screenOf(width), reader), width)).toEqual([])
  })
})
