import { describe, expect, it } from 'vitest'
import { screenOf, tooWide, WIDTHS } from '../../test/screen.ts'
import { doctorLines, sessionLines } from './doctor-lines.ts'
import type { DoctorReport } from './doctor-report.ts'

const path = '/home/ada/.claude/projects/p/5e551017-aaaa-4000-8000-000000000001.jsonl'

const report: DoctorReport = {
  examined: 3,
  sessions: [
    {
      id: '5e551017-aaaa-4000-8000-000000000001',
      title: 'Mend the login page',
      path,
      entries: 1020,
      findings: [
        { kind: 'lost-history', count: 217, line: null },
        { kind: 'dangling-parents', count: 1, line: 12 },
      ],
      lost: 217,
    },
  ],
  unreadable: [{ id: null, path: '/home/ada/.claude/projects/q', reason: 'cannot be read (EACCES)' }],
}

describe('doctorLines', () => {
  it('tells what is wrong with each session, and what could not be read', () => {
    expect(doctorLines(report, screenOf(80))).toEqual([
      '3 sessions examined. 1 session with findings. 1 file or folder could not be',
      'read.',
      '',
      '5e551017  Mend the login page',
      '  history lost on resume × 217 · missing parents',
      '  a resume loses 217 of 1,020 entries',
      '',
      '/home/ada/.claude/projects/q',
      '  cannot be read (EACCES)',
      '',
      '`skein repair <session>` writes a mended copy of one; `--dry-run` tells what it',
      'would do.',
    ])
  })

  it('says that nothing is wrong only where everything was read', () => {
    const sound = { examined: 3, sessions: [], unreadable: [] }
    expect(doctorLines(sound, screenOf(80))).toEqual(['3 sessions examined. Nothing is damaged.'])
    expect(doctorLines({ ...sound, unreadable: report.unreadable }, screenOf(80))[0]).toBe(
      '3 sessions examined. 1 file or folder could not be read.',
    )
  })

  it.each(WIDTHS)('fits %i columns', (width) => {
    expect(tooWide(doctorLines(report, screenOf(width)), width)).toEqual([])
  })
})

describe('sessionLines', () => {
  const [{ findings, entries, lost }] = report.sessions

  it('explains every finding', () => {
    expect(sessionLines({ path, findings, entries, lost }, screenOf(100))).toEqual([
      path,
      '217  history lost on resume           entries of the conversation that a resume silently leaves out',
      '  1  missing parents         line 12  entries whose parent is not in the file',
      'A resume loses 217 of 1,020 entries.',
      '`skein repair <session>` writes a mended copy of one; `--dry-run` tells what it would do.',
    ])
  })

  it.each(WIDTHS)('fits %i columns', (width) => {
    expect(tooWide(sessionLines({ path, findings, entries, lost }, screenOf(width)), width)).toEqual([])
  })
})
