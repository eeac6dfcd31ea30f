import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readQuery } from '../src/reader/query/read-query.ts'
import { searchResult, type SearchEvent, type SearchOptions } from '../src/reader/search.ts'
import type { SessionMark } from '../src/reader/session-filter.ts'
import type { SessionReader } from '../src/reader/session-reader.ts'

/** A store that is held to the contract of `SessionReader`. */
export interface Backend {
  readonly reader: SessionReader
  /** Takes in what is below the config root now. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** Opens a store over a config root. Two that are opened with the same data are of one store. */
export type OpenBackend = (place: { readonly root: string; readonly data: string }) => Promise<Backend>

/** Everything that `SessionReader` promises, for any store: it knows nothing of how one keeps what it knows. */
export function sessionReaderContract(open: OpenBackend): void {
  let folder: string
  let root: string
  let backend: Backend
  let reader: SessionReader

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skein-contract-'))
    root = join(folder, 'root')
    mkdirSync(join(root, 'projects'), { recursive: true })
    backend = await open({ root, data: join(folder, 'data') })
    reader = backend.reader
  })

  afterEach(async () => {
    await backend.close()
    rmSync(folder, { recursive: true })
  })

  const write = (name: string, ...rows: readonly object[]): string => {
    const path = join(root, 'projects', name)
    mkdirSync(dirname(path), { recursive: true })
    appendFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    return path
  }
  const searched = (text: string, options: SearchOptions = {}) =>
    searchResult(reader.search(readQuery(text, { now: NOON }), options))
  const uuids = async (text: string, options?: SearchOptions) =>
    (await searched(text, options)).hits.map(({ uuid }) => uuid)
  const ids = async (...asked: Parameters<SessionReader['list']>) =>
    (await reader.list(...asked)).sessions.map(({ id }) => id)

  describe('of nothing', () => {
    it('answers every question with nothing', async () => {
      await backend.refresh()
      expect({
        list: await reader.list(),
        count: await reader.count(),
        last: await reader.find('@last'),
        unnamed: await reader.find(''),
        transcripts: await reader.transcripts({}),
        search: await searched('anything', { titles: true }),
        usage: await reader.usage(),
        lineage: await reader.lineage('nobody'),
        copied: await reader.copied(),
        projects: await reader.projects(),
        live: await reader.live(),
        lost: await reader.lostPrompts(),
        health: await reader.health(),
      }).toMatchObject({
        list: { sessions: [], next: null },
        count: 0,
        last: { kind: 'none' },
        unnamed: { kind: 'none' },
        transcripts: [],
        search: {
          hits: [],
          titles: [],
          more: false,
          next: null,
          ranked: null,
          stopped: false,
          diagnostics: [],
        },
        usage: [],
        lineage: [{ session: 'nobody', path: '', title: '', known: false, lastTime: null, from: [] }],
        copied: [],
        projects: [],
        live: [],
        lost: [],
        health: { index: { files: 0, sessions: 0 }, unreadable: [], readOnly: null },
      })
      await expect(reader.open({ root, project: 'p', session: 'nobody', agent: null })).rejects.toMatchObject(
        {
          code: 'not-found',
        },
      )
    })
  })

  describe('of some sessions', () => {
    const [A, B, C] = [1, 2, 3].map((n) => `aaaa000${n}-0000-4000-8000-000000000000`)
    let paths: { readonly [name: string]: string }

    beforeEach(async () => {
      paths = {
        a: write(
          `-srv-app/${A}.jsonl`,
          prompt('a1', 'Mend the Loom', 1),
          answer('a2', 'the shuttle sticks', 2),
        ),
        agent: write(`-srv-app/${A}/subagents/agent-x1.jsonl`, {
          ...answer('x1', 'a shuttle from the agent', 3),
          sessionId: A,
          isSidechain: true,
        }),
        b: write(
          `-srv-lib/${B}.jsonl`,
          prompt('b1', 'Spin the yarn', 4),
          answer('b2', `token ${SECRET} shuttle`, 5),
        ),
        c: write(
          `-srv-lib/${C}.jsonl`,
          { ...prompt('c1', 'Mend the net', 6), forkedFrom: { sessionId: B, messageUuid: 'b1' } },
          answer('c2', 'no more', 7),
        ),
        copy: write(`-srv-old/${A}.jsonl`, prompt('a1', 'Mend the Loom', 1)),
      }
      await backend.refresh()
    })

    it('lists them last active first, by page and by filter, and counts them', async () => {
      expect(await ids()).toEqual([C, B, A, A])
      const first = await reader.list({}, { limit: 2 })
      expect(first.sessions.map(({ id }) => id)).toEqual([C, B])
      expect(await ids({}, { limit: 2, after: markIn(first.next) })).toEqual([A, A])
      expect(await ids({}, { limit: 4 })).toHaveLength(4)
      expect((await reader.list({}, { limit: 4 })).next).toBeNull()
      const lib = { root, project: '-srv-lib' }
      const marks = [{ ...lib, id: C, time: AT(7) }]
      const filters = [
        { ids: [A, B] },
        { title: 'MEND' },
        { project: 'SRV/app' },
        { in: lib },
        { since: AT(5) },
        { until: AT(5) },
        { model: 'opus' },
        { place: 'archive' as const },
        { unseen: { since: AT(4), marks } },
      ]
      const expected = [[B, A, A], [C, A, A], [C, B, A, A], [C, B], [C, B], [A, A], [C, B, A], [], [B]]
      for (const [i, filter] of filters.entries()) {
        expect({ filter, ids: await ids(filter) }).toEqual({ filter, ids: expected[i] })
        expect(await reader.count(filter)).toBe(expected[i].length)
      }
    })

    it('tells of a session what its transcript says', async () => {
      const { sessions } = await reader.list({ in: { root, project: '-srv-app' } })
      expect(sessions).toMatchObject([
        {
          id: A,
          path: paths['a'],
          root,
          project: '-srv-app',
          cwd: '/srv/app',
          title: { text: 'Mend the Loom', from: 'prompt' },
          place: 'disk',
          size: readFileSync(paths['a']).length,
          firstTime: AT(1),
          lastTime: AT(2),
          agents: 1,
          facts: { prompts: 1, rows: 2 },
          countedElsewhere: false,
          relations: [],
        },
      ])
      expect(
        sessions[0].usage.map(({ subagent, messages, tokens }) => [subagent, messages, tokens.output]),
      ).toEqual([
        [false, 1, 10],
        [true, 1, 10],
      ])
    })

    it('finds what a name means', async () => {
      const found = async (name: string): Promise<unknown> => {
        const finding = await reader.find(name)
        if (finding.kind === 'one') return finding.session.path
        return finding.kind === 'none' ? 'none' : finding.sessions.map(({ id }) => id)
      }
      expect(await found('@last')).toBe(paths['c'])
      expect(await found(B)).toBe(paths['b'])
      expect(await found('aaaa0002')).toBe(paths['b'])
      expect(await found('spin the yarn')).toBe(paths['b'])
      expect(await found('yarn')).toBe(paths['b'])
      expect(await found(paths['copy'])).toBe(paths['copy'])
      expect(await found('aaaa')).toEqual([C, B, A, A])
      expect(await found('Mend')).toEqual([C, A, A])
      expect(await found('nothing of the kind')).toBe('none')
    })

    it('knows transcripts by their places, and opens their bytes', async () => {
      const app = { root, project: '-srv-app', session: A }
      expect(await reader.transcripts(app)).toEqual(
        [
          { ...app, agent: null, path: paths['a'], place: 'disk', size: readFileSync(paths['a']).length },
          {
            ...app,
            agent: 'x1',
            path: paths['agent'],
            place: 'disk',
            size: readFileSync(paths['agent']).length,
          },
        ].toSorted((one, other) => (one.path < other.path ? -1 : 1)),
      )
      expect((await reader.transcripts({ session: A, agent: null })).map(({ project }) => project)).toEqual([
        '-srv-app',
        '-srv-old',
      ])
      expect(
        (await reader.transcripts({ root, project: '-srv-app', agent: 'x1' })).map(({ path }) => path),
      ).toEqual([paths['agent']])
      expect(
        (await reader.transcripts({ paths: [paths['b'], '/nowhere.jsonl'] })).map(({ session }) => session),
      ).toEqual([B])
      for (const [agent, path] of [
        [null, paths['a']],
        ['x1', paths['agent']],
      ] as const) {
        const bytes = await reader.open({ ...app, agent })
        try {
          expect(
            Buffer.from(bytes.read([{ offset: 0, length: bytes.look.size }])[0]).equals(readFileSync(path)),
          ).toBe(true)
        } finally {
          bytes.close()
        }
      }
    })

    it('searches exactly, newest first, page by page, with secrets masked', async () => {
      expect(await uuids('shuttle')).toEqual(['b2', 'x1', 'a2'])
      expect(await uuids('SHUTTLE -is:subagent')).toEqual(['b2', 'a2'])
      const first = await searched('shuttle', { limit: 2 })
      expect(first).toMatchObject({
        more: true,
        hits: [{ uuid: 'b2' }, { uuid: 'x1', agent: 'x1', session: A, root }],
      })
      expect(await uuids('shuttle', { limit: 2, ...(first.next && { after: first.next }) })).toEqual(['a2'])
      expect((await searched('shuttle', { rankNewest: 2, limit: 5 })).ranked).toBe(2)
      const [masked] = (await searched('token')).hits
      const [shown] = (await searched('token', { reveal: true })).hits
      expect([masked, shown].map(({ snippet }) => snippet.text.includes(SECRET))).toEqual([false, true])
      expect((await searched('mend', { titles: true })).titles.map(({ path }) => path)).toEqual([
        paths['c'],
        paths['a'],
        paths['copy'],
      ])
    })

    it('ends a search with its last event, and when it is told to stop', async () => {
      const kinds: SearchEvent['kind'][] = []
      for await (const { kind } of reader.search(readQuery('shuttle', { now: NOON }), { titles: true }))
        kinds.push(kind)
      expect(kinds).toEqual(['hit', 'hit', 'hit', 'end'])
      const stopped = await searched('shuttle', { signal: AbortSignal.abort() })
      expect(stopped).toMatchObject({ stopped: true, more: true })
    })

    it('counts each message once, by session, by project and by time', async () => {
      const sums = async (options: Parameters<SessionReader['usage']>[0]): Promise<number[]> => {
        const slices = await reader.usage(options)
        return [
          slices.reduce((sum, { messages }) => sum + messages, 0),
          slices.reduce((sum, { tokens }) => sum + tokens.output, 0),
        ]
      }
      expect(await sums({})).toEqual([4, 40])
      expect(await sums({ apart: 'session' })).toEqual([4, 40])
      expect(await sums({ apart: 'tool' })).toEqual([4, 40])
      expect(await sums({ days: 'UTC' })).toEqual([4, 40])
      expect(await sums({ session: A })).toEqual([2, 20])
      expect(await sums({ session: A, days: 'UTC' })).toEqual([2, 20])
      expect(await sums({ session: A, apart: 'tool' })).toEqual([2, 20])
      expect(await sums({ in: { root, project: '-srv-lib' } })).toEqual([2, 20])
      expect(await sums({ in: { root, project: '-srv-old' } })).toEqual([0, 0])
      const named = await reader.usage({ apart: 'session', in: { root, project: '-srv-app' } })
      expect(new Set(named.map(({ session, project }) => `${session} ${project}`))).toEqual(
        new Set([`${A} /srv/app`]),
      )
    })

    it('knows relatives, copies and projects', async () => {
      const lineage = await reader.lineage(B)
      expect(lineage.map(({ session, known, from }) => ({ session, known, from }))).toEqual([
        { session: B, known: true, from: [] },
        { session: C, known: true, from: [{ kind: 'forked-from', session: B }] },
      ])
      const copied = [{ session: A, paths: [paths['a'], paths['copy']] }]
      expect(await reader.copied()).toEqual(copied)
      expect(await reader.copied([A, B])).toEqual(copied)
      expect(await reader.copied([B])).toEqual([])
      expect(await reader.projects()).toEqual([
        { root, project: '-srv-lib', cwd: '/srv/app', sessions: 2, lastTime: AT(7) },
        { root, project: '-srv-app', cwd: '/srv/app', sessions: 1, lastTime: AT(2) },
        { root, project: '-srv-old', cwd: '/srv/app', sessions: 1, lastTime: AT(1) },
      ])
      expect(await reader.health()).toMatchObject({
        index: { files: 5, sessions: 4, subagents: 1, archived: 0, messages: 4 },
        unreadable: [],
      })
    })

    it('gives plain data: whatever it answers survives a way through another thread', async () => {
      const answers = [
        await reader.list(),
        await reader.find('aaaa'),
        await searched('shuttle'),
        await reader.health(),
      ]
      expect(structuredClone(answers)).toEqual(answers)
    })

    it('names what has gone since, and answers with the rest', async () => {
      rmSync(paths['b'])
      const found = await searched('shuttle')
      expect(found.hits.map(({ uuid }) => uuid)).toEqual(['x1', 'a2'])
      expect(found.diagnostics).toMatchObject([{ code: 'vanished', path: paths['b'] }])
      await expect(reader.open({ root, project: '-srv-lib', session: B, agent: null })).rejects.toMatchObject(
        {
          code: 'not-found',
        },
      )
      await backend.refresh()
      expect(await ids()).toEqual([C, A, A])
    })
  })

  describe('of damaged files', () => {
    it('answers with what can be read of them', async () => {
      const line = (row: object): string => `${JSON.stringify(row)}\n`
      const damaged = {
        torn: line(prompt('t1', 'torn needle', 1)) + line(answer('t2', 'lost', 2)).slice(0, 60),
        empty: '',
        noise: `\0\0\0\n{"type":\nnot JSON\n[]\n${line(prompt('n1', 'a needle in noise', 3))}`,
        unended: line(prompt('e1', 'whole needle', 4)).trimEnd(),
        binary: Buffer.from([0xff, 0xfe, 0x80, 0x0a, 0x00]).toString('latin1'),
      }
      for (const [name, text] of Object.entries(damaged)) {
        mkdirSync(join(root, 'projects', '-d'), { recursive: true })
        writeFileSync(join(root, 'projects', '-d', `${name}.jsonl`), text, 'latin1')
      }
      mkdirSync(join(root, 'projects', '-d', 'folder.jsonl'))
      await backend.refresh()
      expect((await ids()).toSorted()).toEqual(Object.keys(damaged).toSorted())
      expect(await uuids('needle')).toEqual(['e1', 'n1', 't1'])
      const { sessions } = await reader.list({ ids: ['noise'] })
      expect(sessions[0].facts).toMatchObject({ prompts: 1, firstPrompt: 'a needle in noise' })
      expect(Object.keys(sessions[0].facts.diagnostics)).not.toEqual([])
      expect(await reader.usage()).toEqual([])
      expect(await reader.health()).toMatchObject({ index: { sessions: 5 }, unreadable: [] })
      expect(await reader.find('empty')).toMatchObject({ kind: 'one' })
    })
  })

  describe('of 10,000 sessions', () => {
    it('answers for each of them once', async () => {
      const COUNT = 10_000
      const idOf = (n: number): string => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`
      for (const project of ['-0', '-1', '-2', '-3']) mkdirSync(join(root, 'projects', project))
      for (let n = 0; n < COUNT; n++)
        writeFileSync(
          join(root, 'projects', `-${n % 4}`, `${idOf(n)}.jsonl`),
          `${JSON.stringify(answer(`u${n}`, `word${n}x of a common yarn`, n / 100))}\n`,
        )
      await backend.refresh()
      expect(await reader.count()).toBe(COUNT)

      const read: string[] = []
      let after: SessionMark | null = null
      do {
        const page = await reader.list({}, { limit: 999, ...(after && { after }) })
        read.push(...page.sessions.map(({ id }) => id))
        after = page.next
      } while (after !== null)
      expect(read).toEqual(Array.from({ length: COUNT }, (_, i) => idOf(COUNT - 1 - i)))

      expect(await reader.find('00001234')).toMatchObject({
        kind: 'one',
        session: { id: idOf(1234), project: '-2' },
      })
      expect(await uuids('word4321x')).toEqual(['u4321'])
      const newest = await searched('common', { limit: 10 })
      expect(newest.hits.map(({ uuid }) => uuid)).toEqual(
        Array.from({ length: 10 }, (_, i) => `u${COUNT - 1 - i}`),
      )
      expect(newest).toMatchObject({ more: true, stopped: false })
      // Who has enough pays for no more.
      expect(newest.work.rowsRead).toBeLessThan(COUNT / 2)
      for await (const event of reader.search(readQuery('common', { now: NOON }), { limit: COUNT })) {
        expect(event).toMatchObject({ kind: 'hit', hit: { uuid: `u${COUNT - 1}` } })
        break
      }
      const slices = await reader.usage({ days: 'UTC' })
      expect(slices.reduce((sum, { messages }) => sum + messages, 0)).toBe(COUNT)
      expect((await reader.projects()).map(({ sessions }) => sessions)).toEqual([2500, 2500, 2500, 2500])
      expect(await reader.health()).toMatchObject({ index: { files: COUNT, sessions: COUNT } })
    }, 300_000)
  })

  describe('beside a writer', () => {
    it('gives answers that are each of one moment, and never loses what it has told', async () => {
      const writer = await open({ root, data: join(folder, 'data') })
      const ROUNDS = 30
      let isWriting = true
      const writing = (async () => {
        for (let round = 0; round < ROUNDS; round++) {
          // A prompt and its answer come together, to an old session and to a new one.
          for (const session of ['old', `new${round}`])
            write(
              `-w/${session}.jsonl`,
              prompt(`p-${session}-${round}`, 'the needle', round),
              answer(`m-${session}-${round}`, 'found', round),
            )
          await writer.refresh()
        }
        isWriting = false
      })()
      let [known, used] = [0, 0]
      const look = async (): Promise<void> => {
        const { sessions } = await reader.list()
        for (const { id, facts, usage } of sessions)
          expect({ id, messages: usage.reduce((sum, { messages }) => sum + messages, 0) }).toEqual({
            id,
            messages: facts.prompts,
          })
        expect(sessions.length).toBeGreaterThanOrEqual(known)
        known = sessions.length
        const messages = (await reader.usage()).reduce((sum, slice) => sum + slice.messages, 0)
        expect(messages).toBeGreaterThanOrEqual(used)
        used = messages
        const { hits, diagnostics } = await searched('needle', { limit: 1000 })
        expect(diagnostics).toEqual([])
        expect(hits.length).toBeGreaterThanOrEqual(used)
      }
      try {
        while (isWriting) {
          await look()
          await new Promise(setImmediate)
        }
        await writing
        await look()
        expect({ known, used }).toEqual({ known: ROUNDS + 1, used: 2 * ROUNDS })
      } finally {
        await writing.catch(() => {})
        await writer.close()
      }
    }, 60_000)
  })
}

const NOON = Date.UTC(2026, 2, 1, 12)
const AT = (minutes: number): number => NOON + minutes * 60_000
const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

function row(uuid: string, minutes: number): object {
  return {
    uuid,
    parentUuid: null,
    cwd: '/srv/app',
    version: '2.1.0',
    timestamp: new Date(AT(minutes)).toISOString(),
  }
}

function prompt(uuid: string, content: string, minutes: number): object {
  return { ...row(uuid, minutes), type: 'user', message: { role: 'user', content } }
}

function answer(uuid: string, text: string, minutes: number): object {
  const usage = { input_tokens: 5, output_tokens: 10 }
  return {
    ...row(uuid, minutes),
    type: 'assistant',
    message: {
      id: `msg_${uuid}`,
      role: 'assistant',
      model: 'claude-opus-4-5',
      content: [{ type: 'text', text }],
      usage,
    },
  }
}

function markIn(mark: SessionMark | null): SessionMark {
  if (mark === null) throw new Error('no page follows')
  return mark
}
