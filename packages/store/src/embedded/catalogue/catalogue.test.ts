import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCache } from '../db/cache-database.ts'
import type { Database } from '../../database.ts'
import { skeinHome } from '../../home.ts'
import type { FileFacts } from '../../reader/file-facts.ts'
import { NO_FACTS } from './facts.ts'
import { findSession } from './find-session.ts'
import { forksOf } from './relations.ts'
import { listProjects } from './projects.ts'
import { countSessions, listSessions } from './sessions.ts'
import { transcriptsOf } from './transcripts.ts'
import { usageSlices } from './usage-slices.ts'
import type { SessionFilter, SessionMark } from '../../reader/session-filter.ts'
import type { SliceOptions } from '../../reader/usage.ts'
import { copiedSessions } from './copied-sessions.ts'

let folder: string
let db: Database
let files: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-catalogue-'))
  db = openCache(skeinHome({ SKEIN_HOME: folder })).db
  files = 0
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const A = 'aaaa1111-0000-4000-8000-000000000001'
const B = 'bbbb2222-0000-4000-8000-000000000002'
const C = 'aaaa3333-0000-4000-8000-000000000003'

describe('pages of the list', () => {
  it('goes through all of them once, whatever their times, and says how many there are', () => {
    const times = [5, null, 5, 7, null, 5, 1]
    const ids = times.map((lastTime, i) => {
      addFile({ session: `s${i}`, facts: { lastTime, firstPrompt: i % 2 === 0 ? 'even' : 'odd' } })
      return `s${i}`
    })
    const order = [ids[3], ids[0], ids[2], ids[5], ids[6], ids[1], ids[4]]
    for (const limit of [1, 2, 3, 7, 8]) {
      const read: string[] = []
      let after: SessionMark | undefined
      do {
        const page = listSessions(db, {}, { limit, ...(after === undefined ? {} : { after }) })
        read.push(...page.sessions.map(({ id }) => id))
        after = page.next ?? undefined
      } while (after !== undefined)
      expect(read).toEqual(order)
    }
    expect(countSessions(db)).toBe(7)
    const even = listSessions(db, { title: 'even' }, { limit: 2 })
    expect({ total: countSessions(db, { title: 'even' }), ids: even.sessions.map(({ id }) => id) }).toEqual({
      total: 4,
      ids: [ids[0], ids[2]],
    })
  })

  it('goes on behind a session that is gone', () => {
    for (const [session, lastTime] of [
      ['x', 3],
      ['y', 2],
      ['z', 1],
    ] as const)
      addFile({ session, facts: { lastTime } })
    const { next } = listSessions(db, {}, { limit: 2 })
    db.prepare("DELETE FROM file WHERE session = 'y'").run()
    const rest = listSessions(db, {}, { limit: 2, ...(next === null ? {} : { after: next }) })
    expect(rest.sessions.map(({ id }) => id)).toEqual(['z'])
  })

  it('filters by project folder, tag and what nobody has looked at', () => {
    addFile({ session: 'a', project: 'p', facts: { lastTime: 3, tags: ['urgent'] } })
    addFile({ session: 'b', project: 'q', facts: { lastTime: 2, tags: ['urgent', 'old'] } })
    addFile({ session: 'c', project: 'q', facts: { lastTime: 1 } })
    const ids = (filter: SessionFilter): string[] => {
      const { sessions } = listSessions(db, filter)
      expect(countSessions(db, filter)).toBe(sessions.length)
      return sessions.map(({ id }) => id)
    }
    expect(ids({ in: { root: '/root', project: 'q' } })).toEqual(['b', 'c'])
    expect(ids({ in: { root: '/other', project: 'q' } })).toEqual([])
    expect(ids({ tag: 'urgent' })).toEqual(['a', 'b'])
    const b = { root: '/root', project: 'q', id: 'b' }
    expect(ids({ unseen: { since: 0, marks: [{ ...b, time: 2 }] } })).toEqual(['a', 'c'])
    expect(ids({ unseen: { since: 0, marks: [{ ...b, time: 1 }] } })).toEqual(['a', 'b', 'c'])
    // A mark is of one session in one place.
    expect(ids({ unseen: { since: 1, marks: [{ ...b, project: 'p', time: 9 }] } })).toEqual(['a', 'b'])
    expect(ids({ unseen: { since: 2, marks: [{ ...b, time: 1 }] } })).toEqual(['a'])
  })
})

describe('filters by text', () => {
  const found = (filter: SessionFilter): string[] => {
    const { sessions } = listSessions(db, filter)
    // The count goes another way than the list.
    expect(countSessions(db, filter)).toBe(sessions.length)
    return sessions.map(({ id }) => id)
  }

  it('finds letters in either case, those beyond ASCII too', () => {
    addFile({ session: 'a', facts: { lastTime: 9, models: ['Claude-Opus'], branches: ['Élan'] } })
    addFile({ session: 'b', facts: { lastTime: 8, models: ['claude-sonnet'], branches: ['\u212Aelvin'] } })
    addFile({
      session: 'c',
      facts: { lastTime: 7, models: ['claude-opus', 'other'], branches: ['a "b" \\ c'] },
    })
    expect(found({ model: 'OPUS' })).toEqual(['a', 'c'])
    expect(found({ model: 'opus', branch: 'élan' })).toEqual(['a'])
    expect(found({ branch: 'kelvin' })).toEqual(['b'])
    expect(found({ branch: 'A "B" \\ ' })).toEqual(['c'])
    // Keys of the facts are no text of theirs.
    expect(found({ model: 'models' })).toEqual([])
    expect(found({ model: '' })).toEqual(['a', 'b', 'c'])
  })

  it('finds a title wherever it comes from, and whole tags only', () => {
    addFile({ session: 'a', facts: { lastTime: 9, customTitle: 'Mend the Loom', tags: ['ab'] } })
    addFile({ session: 'b', facts: { lastTime: 8, firstPrompt: 'Mend the net', tags: ['a'] } })
    addFile({ session: 'c', facts: { lastTime: 7, firstPrompt: 'Hello', slug: 'mend-it' } })
    addFile({ session: 'd', facts: { lastTime: 6, firstPrompt: 'Hello' } })
    addFile({ session: 'e', facts: { lastTime: 5, aiTitle: 'Hello', firstPrompt: 'x' } })
    const [{ id }] = db.prepare("SELECT id FROM file WHERE session = 'd'").all()
    db.prepare('INSERT INTO summary (file, offset, leaf, text, target) VALUES (?, 0, ?, ?, ?)').run(
      id,
      'leaf',
      'How to MEND',
      id,
    )
    expect(found({ title: 'mend' })).toEqual(['a', 'b', 'c', 'd'])
    expect(found({ title: 'hello' })).toEqual(['c', 'd', 'e'])
    expect(found({ tag: 'a' })).toEqual(['b'])
  })
})

describe('listProjects', () => {
  it('has each folder once, last active first, with the folder of its last session', () => {
    addFile({ session: 'a', project: 'p', facts: { lastTime: 3, firstCwd: '/work/p' } })
    addFile({ session: 'b', project: 'q', facts: { lastTime: 2, firstCwd: '/old/q' } })
    addFile({ session: 'c', project: 'q', facts: { lastTime: 9, firstCwd: '/work/q' } })
    addFile({ session: 'c', agent: 'a1', project: 'q', facts: { lastTime: 99 } })
    expect(listProjects(db)).toEqual([
      { root: '/root', project: 'q', cwd: '/work/q', sessions: 2, lastTime: 9 },
      { root: '/root', project: 'p', cwd: '/work/p', sessions: 1, lastTime: 3 },
    ])
  })
})

describe('transcripts by name', () => {
  it('finds what an id names, by equality', () => {
    addFile({ session: 'a', project: 'p' })
    addFile({ session: 'a', project: 'q' })
    addFile({ session: 'b', project: 'q' })
    addFile({ session: 'a', project: 'q', agent: 'x1' })
    const names = { root: '/root', project: 'q' }
    const own = (session: string): string[] =>
      transcriptsOf(db, { session, agent: null }).map(({ project }) => project)
    expect([own('a'), own('A'), own('%')]).toEqual([['p', 'q'], [], []])
    expect(copiedSessions(db, ['a', 'b', 'c']).map(({ session }) => session)).toEqual(['a'])
    expect(copiedSessions(db, ['b', 'c'])).toEqual([])
    expect(transcriptsOf(db, { ...names, session: 'a' }).map(({ agent }) => agent)).toEqual([null, 'x1'])
    expect(transcriptsOf(db, { ...names, agent: 'x1' }).map(({ session }) => session)).toEqual(['a'])
    expect(transcriptsOf(db, { ...names, project: 'p', agent: 'x1' })).toEqual([])
    expect(transcriptsOf(db, {})).toHaveLength(4)
  })
})

describe('listSessions', () => {
  it('lists sessions, last active first, and no sub-agents', () => {
    addFile({ session: A, facts: { lastTime: 1000 } })
    addFile({ session: B, facts: { lastTime: 3000 } })
    addFile({ session: C, facts: { lastTime: 2000 } })
    addFile({ session: A, agent: 'a1', facts: { lastTime: 9000 } })
    const listed = listSessions(db).sessions.map(({ id, agents }) => [id, agents])
    expect(listed).toEqual([
      [B, 0],
      [C, 0],
      [A, 1],
    ])
  })

  it('takes the title by custom title, program title, summary, prompt', () => {
    const summarised = addFile({ session: C, facts: { firstPrompt: 'p' } })
    addFile({ session: A, facts: { customTitle: 'mine', aiTitle: 'its', firstPrompt: 'p' } })
    const elsewhere = addFile({ session: B, facts: { firstPrompt: 'hello' } })
    db.prepare('INSERT INTO summary VALUES (?, ?, ?, ?, ?)').run(
      elsewhere,
      'leaf',
      'old words',
      5,
      summarised,
    )
    db.prepare('INSERT INTO summary VALUES (?, ?, ?, ?, ?)').run(
      elsewhere,
      'leaf2',
      'newer words',
      9,
      summarised,
    )
    const titles = Object.fromEntries(listSessions(db).sessions.map(({ id, title }) => [id, title]))
    expect(titles).toEqual({
      [A]: { from: 'custom-title', text: 'mine' },
      [B]: { from: 'prompt', text: 'hello' },
      [C]: { from: 'summary', text: 'newer words' },
    })
  })

  it('filters by project, model, branch, pull request, title, place and time', () => {
    addFile({
      session: A,
      facts: {
        firstCwd: '/home/me/Alpha',
        models: ['claude-sonnet-4-5'],
        branches: ['main', 'fix/login'],
        pullRequests: [{ number: 7, url: 'u', repository: 'r' }],
        customTitle: 'The Login Bug',
        lastTime: 1000,
      },
    })
    addFile({
      session: B,
      place: 'archive',
      facts: { firstCwd: '/home/me/beta', slug: 'merry-fox', lastTime: 2000 },
    })
    const ids = (filter: SessionFilter): string[] => listSessions(db, filter).sessions.map(({ id }) => id)
    expect([
      ids({ project: 'alpha' }),
      ids({ model: 'sonnet' }),
      ids({ branch: 'login' }),
      ids({ pullRequest: 7 }),
      ids({ title: 'login bug' }),
      ids({ title: 'merry' }),
      ids({ place: 'archive' }),
      ids({ since: 1500 }),
      ids({ until: 1500 }),
      ids({ project: 'gamma' }),
    ]).toEqual([[A], [A], [A], [A], [A], [B], [B], [B], [A], []])
  })

  it('adds up what the session and its sub-agents own, by price class', () => {
    const own = addFile({ session: A })
    const agent = addFile({ session: A, agent: 'a1' })
    const other = addFile({ session: B })
    addMessage({ key: 'm1', file: own, input: 10, output: 1 })
    addMessage({ key: 'm2', file: own, input: 5, output: 2 })
    addMessage({ key: 'm3', file: own, input: 250_000 })
    addMessage({ key: 'm4', file: agent, input: 7 })
    addMessage({ key: 'm7', file: own, input: 100, side: 1 })
    addMessage({ key: 'm5', file: own, input: 1000, owner: 0 })
    addMessage({ key: 'm6', file: other, input: 9000 })
    const [session] = listSessions(db, { ids: [A] }).sessions
    const summed = session?.usage.map((part) => [
      part.longContext,
      part.subagent,
      part.messages,
      part.tokens.input,
    ])
    expect(summed).toEqual([
      [false, false, 2, 15],
      [false, true, 2, 107],
      [true, false, 1, 250_000],
    ])
  })
})

describe('titles and projects', () => {
  it('takes a title from the sidecar before any other', () => {
    mkdirSync(join(folder, A))
    writeFileSync(join(folder, A, 'custom-title.json'), '{"customTitle":"From outside"}')
    const file = addFile({ session: A, facts: { customTitle: 'mine' } })
    db.prepare('UPDATE file SET path = ? WHERE id = ?').run(join(folder, `${A}.jsonl`), file)
    expect(listSessions(db).sessions.map(({ title }) => title)).toEqual([
      { from: 'custom-title', text: 'From outside' },
    ])
  })

  it.each(['C:\\code\\shop', 'c:/code', '/mnt/c/code/shop', 'shop'])(
    'finds a Windows folder as %s',
    (part) => {
      addFile({ session: A, facts: { firstCwd: 'C:\\code\\shop' } })
      addFile({ session: B, facts: { firstCwd: '/home/me/other' } })
      expect(listSessions(db, { project: part }).sessions.map(({ id }) => id)).toEqual([A])
    },
  )
})

describe('relations', () => {
  it('tells forks, shared starts, continued sessions and what /clear left behind', () => {
    addFile({ session: A, facts: { firstUuid: 'u1', firstTime: 10, lastTime: 20 } })
    addFile({ session: B, facts: { firstUuid: 'u1', firstSessionId: B, firstTime: 10, lastTime: 30 } })
    addFile({
      session: C,
      facts: { firstUuid: 'u9', forkedFrom: A, firstSessionId: B, firstTime: 90, lastTime: 95 },
    })
    addFile({ session: 'd', facts: { firstUuid: 'u7', cleared: true, firstTime: 50, lastTime: 60 } })
    const relations = Object.fromEntries(
      listSessions(db).sessions.map(({ id, relations: found }) => [id, found]),
    )
    expect(relations).toEqual({
      [A]: [{ kind: 'shares-start', session: B }],
      [B]: [{ kind: 'shares-start', session: A }],
      [C]: [
        { kind: 'forked-from', session: A },
        { kind: 'continues', session: B },
      ],
      d: [{ kind: 'after-clear', session: B }],
    })
    expect(forksOf(db, A)).toEqual([C])
  })
})

describe('findSession', () => {
  beforeEach(() => {
    addFile({ session: A, facts: { customTitle: 'Fix login', slug: 'merry-fox', lastTime: 1 } })
    addFile({ session: B, facts: { customTitle: 'Fix login page', lastTime: 3 } })
    addFile({ session: C, facts: { aiTitle: 'Other work', lastTime: 2 } })
  })

  it.each([
    ['@last', [B]],
    [A, [A]],
    [A.toUpperCase(), [A]],
    ['aaaa1', [A]],
    ['aaaa', [C, A]],
    ['fix login', [A]],
    ['merry-fox', [A]],
    ['login', [B, A]],
    ['page', [B]],
    ['', []],
    ['nothing like it', []],
    ['bbb', []],
  ])('reads %j as %j', (name, expected) => {
    const finding = findSession(db, name)
    const sessions =
      finding.kind === 'one' ? [finding.session] : finding.kind === 'several' ? finding.sessions : []
    expect(sessions.map(({ id }) => id)).toEqual(expected)
  })

  it('takes the path of one of two copies of a session', () => {
    const path = addPath({ session: A, project: 'elsewhere' })
    expect(findSession(db, A).kind).toBe('several')
    expect(findSession(db, path)).toMatchObject({ kind: 'one', session: { id: A, path } })
  })
})

describe('usageSlices', () => {
  it('adds up owned messages of one quarter of an hour, model and class', () => {
    const own = addFile({ session: A, facts: { firstCwd: '/p', firstTime: 1_800_000 } })
    addMessage({ key: 'm1', file: own, time: 900_000, input: 1 })
    addMessage({ key: 'm2', file: own, time: 1_799_999, input: 2 })
    addMessage({ key: 'm3', file: own, time: null, input: 4 })
    addMessage({ key: 'm4', file: own, time: 900_001, input: 8, model: 'other' })
    addMessage({ key: 'm5', file: own, time: 900_002, input: 16, owner: 0 })
    const found = usageSlices(db, { apart: 'session' }).toSorted(
      (a, b) => (a.first || Infinity) - (b.first || Infinity),
    )
    const slices = found.map(({ first, last, model, session, project, tokens }) => [
      first,
      last,
      model,
      session,
      project,
      tokens.input,
    ])
    expect(slices).toEqual([
      [900_000, 1_799_999, 'm', A, '/p', 3],
      [900_001, 900_001, 'other', A, '/p', 8],
      [Number.NaN, Number.NaN, 'm', A, '/p', 4],
    ])
  })

  it('adds up the days of a time zone, but not over a change of prices or where each slice is rounded', () => {
    const [own, other] = [addFile({ session: A }), addFile({ session: B })]
    const at = (time: string): number => Date.parse(`${time}Z`)
    const model = 'claude-x'
    // New York: the day of 2026-03-08 begins at 5:00 UTC and, with clocks gone forward, ends at 4:00.
    addMessage({ key: 'm1', file: own, model, time: at('2026-03-08T04:59'), input: 1 })
    addMessage({ key: 'm2', file: other, model, time: at('2026-03-08T05:00'), input: 2 })
    addMessage({ key: 'm3', file: own, model, time: at('2026-03-08T23:59'), input: 4 })
    addMessage({ key: 'm4', file: own, model, time: at('2026-03-09T00:00'), input: 8 })
    addMessage({ key: 'm5', file: own, model, time: at('2026-03-09T03:59'), input: 16 })
    addMessage({ key: 'm6', file: own, model, time: at('2026-03-09T04:00'), input: 32 })
    addMessage({ key: 'm7', file: own, model: 'us.x', time: at('2026-03-09T05:00'), input: 64 })
    addMessage({ key: 'm8', file: own, model: 'us.x', time: at('2026-03-09T06:00'), input: 128 })
    const inputs = (options: SliceOptions): number[] =>
      usageSlices(db, options)
        .map(({ tokens }) => tokens.input)
        .toSorted((a, b) => a - b)
    expect(inputs({ days: 'America/New_York' })).toEqual([1, 6, 24, 32, 64, 128])
    expect(inputs({ days: 'UTC' })).toEqual([7, 56, 64, 128])
    expect(inputs({ days: 'UTC', apart: 'session' })).toEqual([2, 5, 56, 64, 128])
    // A span may begin within a day.
    expect(inputs({ days: 'UTC', since: at('2026-03-09T03:00') })).toEqual([16, 32, 64, 128])
    const [first] = usageSlices(db, { days: 'UTC' })
    expect([first?.first, first?.last]).toEqual([at('2026-03-08T04:59'), at('2026-03-08T23:59')])
  })

  it('adds up the transcripts of a session where the session is asked for, each project by itself', () => {
    const own = addFile({ session: A, facts: { firstCwd: '/p' } })
    const agent = addFile({ session: A, agent: 'a', facts: { firstCwd: '/p' } })
    const another = addFile({ session: A, agent: 'b', facts: { firstCwd: '/p' } })
    const moved = addFile({ session: A, agent: 'c', facts: { firstCwd: '/q' } })
    const time = Date.parse('2026-03-08T05:00Z')
    for (const [i, file] of [own, agent, another, moved].entries())
      addMessage({ key: `m${i}`, file, model: 'claude-x', time, input: 2 ** i })
    const slices = usageSlices(db, { days: 'UTC', apart: 'session' }).map((slice) => [
      slice.session,
      slice.project,
      slice.subagent,
      slice.tokens.input,
    ])
    expect(slices).toEqual([
      [A, '/p', false, 1],
      [A, '/p', true, 6],
      [A, '/q', true, 8],
    ])
  })

  it('shares messages out among the tools they call', () => {
    const own = addFile({ session: A })
    addMessage({ key: 'm1', file: own, input: 5, tools: 'Bash\nRead' })
    addMessage({ key: 'm2', file: own, input: 2, tools: 'Bash' })
    addMessage({ key: 'm3', file: own, input: 1, time: null })
    const byTool = new Map<string, number>()
    for (const { tool, tokens } of usageSlices(db, { apart: 'tool' }))
      byTool.set(tool, (byTool.get(tool) ?? 0) + tokens.input)
    // 5 tokens of two calls: the odd one goes to the first.
    expect(Object.fromEntries(byTool)).toEqual({ Bash: 5, Read: 2, '(no tool)': 1 })
  })

  it('leaves out what is not in the time asked for', () => {
    const own = addFile({ session: A })
    const quarter = 900_000
    for (const at of [1, 2, 3]) addMessage({ key: `m${at}`, file: own, time: at * quarter, input: at })
    const inputs = usageSlices(db, { since: 2 * quarter, until: 3 * quarter }).map(
      ({ tokens }) => tokens.input,
    )
    expect(inputs).toEqual([2])
  })
})

describe('the sums of usage', () => {
  const kept = (): unknown[] =>
    db
      .prepare(
        'SELECT file, quarter, model, step, messages, first, last, input FROM usage_sum ORDER BY file, quarter, model',
      )
      .all()
      .map((row) => Object.values(row))

  it('follow every change of the messages', () => {
    const [a, b] = [addFile({ session: A }), addFile({ session: B })]
    addMessage({ key: 'm1', file: a, time: 10, input: 1 })
    addMessage({ key: 'm2', file: a, time: 20, input: 2 })
    addMessage({ key: 'm3', file: a, time: 30, input: 4 })
    addMessage({ key: 'm1', file: b, time: 10, input: 1, owner: 0 })
    expect(kept()).toEqual([[a, 0, 'm', 0, 3, 10, 30, 7]])
    db.exec(`UPDATE message SET owner = (file = ${b}) WHERE key = 'm1'`)
    expect(kept()).toEqual([
      [a, 0, 'm', 0, 2, 20, 30, 6],
      [b, 0, 'm', 0, 1, 10, 10, 1],
    ])
    db.exec("UPDATE message SET input = 250000 WHERE key = 'm3'")
    expect(kept()).toEqual([
      [a, 0, 'm', 0, 1, 20, 20, 2],
      [a, 0, 'm', 2, 1, 30, 30, 250_000],
      [b, 0, 'm', 0, 1, 10, 10, 1],
    ])
    db.exec("UPDATE message SET time = NULL WHERE key = 'm2'")
    expect(kept()).toEqual([
      [a, -1, 'm', 0, 1, null, null, 2],
      [a, 0, 'm', 2, 1, 30, 30, 250_000],
      [b, 0, 'm', 0, 1, 10, 10, 1],
    ])
    db.exec(`DELETE FROM message WHERE key = 'm3'; DELETE FROM file WHERE id = ${b}`)
    expect(kept()).toEqual([[a, -1, 'm', 0, 1, null, null, 2]])
  })
})

interface NewFile {
  readonly session: string
  readonly agent?: string
  readonly project?: string
  readonly place?: 'disk' | 'archive'
  readonly facts?: Partial<FileFacts>
}

function addPath(file: NewFile): string {
  addFile(file)
  return pathOf(file)
}

function pathOf({ session, agent, project }: NewFile): string {
  return `/root/projects/${project ?? 'p'}/${session}${agent === undefined ? '' : `/subagents/agent-${agent}`}.jsonl`
}

function addFile(file: NewFile): number {
  const { session, agent, project, place, facts: given = {} } = file
  const facts: FileFacts = { ...NO_FACTS, ...given }
  db.prepare(
    `INSERT INTO file (id, path, root, project, session, agent, place, inode, size, mtime, readings, offset, line, ends, first_time, last_time, facts)
     VALUES (?, ?, '/root', ?, ?, ?, ?, 1, 10, 5, 1, 10, 1, x'', ?, ?, ?)`,
  ).run(
    ++files,
    pathOf(file),
    project ?? 'p',
    session,
    agent ?? null,
    place ?? 'disk',
    facts.firstTime,
    facts.lastTime,
    JSON.stringify(facts),
  )
  return files
}

interface NewMessage {
  readonly key: string
  readonly file: number
  readonly owner?: number
  readonly time?: number | null
  readonly model?: string
  readonly input?: number
  readonly output?: number
  readonly tools?: string
  readonly side?: number
}

function addMessage(message: NewMessage): void {
  const { key, file, owner = 1, time = 5, model = 'm', input = 0, output = 0, tools = '', side = 0 } = message
  db.prepare(
    "INSERT INTO message VALUES (?, ?, ?, 0, ?, ?, 0, ?, 'standard', 's', ?, ?, ?, 0, 0, 0, 0, 0)",
  ).run(key, file, owner, side, time, model, tools, input, output)
}
