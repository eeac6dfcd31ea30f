import { appendFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archiveAll } from '../../../store/src/files/archive/archive-all.ts'
import { openCache } from '../../../store/src/embedded/db/cache-database.ts'
import type { Database } from '../../../store/src/database.ts'
import { openState } from '../../../store/src/state-database.ts'
import { discover } from '../../../store/src/files/discovery/discover.ts'
import { skeinHome, type SkeinHome } from '../../../store/src/home.ts'
import { refresh } from '../../../store/src/embedded/index/refresh.ts'
import { readQuery } from '../../../store/src/reader/query/read-query.ts'
import { SavedQueries } from '../../../store/src/embedded/search/saved-queries.ts'
import { search } from '../../../store/src/embedded/search/search.ts'
import { searchResult, type SearchOptions, type SearchResult } from '../../../store/src/reader/search.ts'
import { freshFolder } from './written-sessions.ts'

const APP = '11111111-1111-4111-8111-111111111111'
const LIB = '22222222-2222-4222-8222-222222222222'
const COSTLY = '33333333-0000-4000-8000-000000000003'
const START = Date.UTC(2026, 3, 10, 9)
const NOW = Date.UTC(2026, 3, 12, 9)

let folder: string
let root: string
let home: SkeinHome
let db: Database

beforeEach(async () => {
  folder = freshFolder('search-filters')
  root = join(folder, 'config')
  home = skeinHome({ SKEIN_HOME: join(folder, 'home') })
  db = openCache(home).db
  write(
    pathOf('-srv-app', APP),
    chained(appRows(), { sessionId: APP, cwd: '/srv/app', gitBranch: 'feature/login' }),
  )
  write(
    join(root, 'projects', '-srv-app', APP, 'subagents', 'agent-abc.jsonl'),
    chained(
      [
        prompt('s1', 'look for the needle in the parser', 500),
        answer('s2', { type: 'text', text: 'sub-agent saw the needle' }, 510),
      ],
      { sessionId: APP, agentId: 'abc', isSidechain: true, cwd: '/srv/app' },
    ),
  )
  write(
    pathOf('C--code-lib', LIB),
    chained(
      [
        prompt('l1', 'the needle of the library', 86_400),
        call(
          'l2',
          {
            id: 'w1',
            name: 'Write',
            input: { file_path: 'C:\\code\\lib\\src\\needle.rs', content: 'fn needle()' },
          },
          86_410,
        ),
        result('l3', { id: 'w1', content: 'needle written' }, 86_420),
        { type: 'custom-title', customTitle: 'Sewing Kit' },
        { type: 'pr-link', prNumber: 42, prUrl: 'https://example.test/lib/pull/42', prRepository: 'lib' },
      ],
      { sessionId: LIB, cwd: 'C:\\code\\lib', gitBranch: 'main' },
    ),
  )
  await index()
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('filters', () => {
  it.each([
    ['needle project:srv/app', ['a1', 'a2', 'a3', 'a4', 'a5', 's1', 's2']],
    ['needle project:c:/code', ['l1', 'l2', 'l3']],
    ['needle project:=/srv/app is:human', ['a1']],
    ['needle session:2222', ['l1', 'l2', 'l3']],
    ['needle branch:login', ['a1', 'a2', 'a3', 'a4', 'a5']],
    ['needle branch:=main', ['l1', 'l2', 'l3']],
    ['needle -branch:* is:subagent', ['s1', 's2']],
    ['needle model:haiku', ['a5']],
    ['needle -model:opus in:answer', ['a5']],
    ['needle tool:bash', ['a3', 'a4']],
    ['tool:Write', ['l2', 'l3']],
    ['tool:wr* in:tool-result', ['l3']],
    ['file:needle.rs', ['l2', 'l3']],
    ['file:C:/code/lib/src', ['l2', 'l3']],
    ['file:/mnt/c/code/lib/src/needle.rs', ['l2', 'l3']],
    ['file:=/mnt/c/code/lib/src/needle.rs', ['l2', 'l3']],
    ['file:/cygdrive/c/code/*.rs', ['l2', 'l3']],
    ['file:/mnt/c/code/lib/', ['l2', 'l3']],
    ['file:/mnt/d/code/lib/', []],
    ['needle project:/mnt/c/code', ['l1', 'l2', 'l3']],
    ['file:\\lib\\src in:tool-input', ['l2']],
    ['needle is:error', ['a4']],
    ['needle is:human', ['a1', 'l1']],
    ['needle is:thinking', ['a2']],
    ['needle is:subagent', ['s1', 's2']],
    ['needle -is:subagent is:human', ['a1', 'l1']],
    ['needle after:2026-04-11T00:00:00Z', ['l1', 'l2', 'l3']],
    ['needle before:2026-04-10T09:00:15Z', ['a1', 'a2']],
    ['needle after:36h is:human', ['l1']],
    ['turn:1 project:app -is:subagent', ['a1', 'a2', 'a3', 'a4']],
    ['needle turn:>1', ['a5']],
    ['needle turn:2..9 cost:>0.01', ['a5']],
    ['cost:<0.01 needle project:app -is:subagent', ['a1', 'a2', 'a3', 'a4']],
    ['exit:1', ['a4']],
    ['exit:0', ['b2']],
    ['-exit:0 exit:>=0', ['a4']],
    ['pr:42 needle', ['l1', 'l2', 'l3']],
    ['-pr:42 needle is:human', ['a1']],
    ['title:sewing needle', ['l1', 'l2', 'l3']],
    ['needle is:live -is:subagent is:human', ['a1', 'l1']],
    ['abandoned -is:live', ['d1']],
    ['is:archived', []],
    ['needle (is:thinking OR tool:Write)', ['a2', 'l2', 'l3']],
  ])('%s', async (text, uuids) => {
    expect(await found(text)).toEqual(uuids)
  })

  it('counts what sub-agents cost in the turn that started them, theirs in their own', async () => {
    const started = (uuid: string, agentId: string): Row => ({
      ...result(uuid, { id: `t-${agentId}`, content: 'done' }, 30),
      toolUseResult: { agentId, status: 'completed', content: [] },
    })
    const starts = (uuid: string, agentId: string): Row =>
      call(uuid, { id: `t-${agentId}`, name: 'Agent', input: { prompt: `go ${agentId}` } }, 20)
    const agents = join(root, 'projects', '-srv-cost', COSTLY, 'subagents')
    const side = (agentId: string): Row => ({ sessionId: COSTLY, agentId, isSidechain: true })
    write(
      pathOf('-srv-cost', COSTLY),
      chained(
        [prompt('c1', 'thread', 0), starts('c2', 'one'), started('c3', 'one'), prompt('c4', 'thread', 60)],
        {
          sessionId: COSTLY,
        },
      ),
    )
    write(
      join(agents, 'agent-one.jsonl'),
      chained([prompt('o1', 'thread', 21), starts('o2', 'two'), started('o3', 'two')], side('one')),
    )
    // 9000 tokens of $25 a million: 22 cents.
    const dear = answer('w2', { type: 'text', text: 'thread' }, 23, { output: 9000 })
    write(join(agents, 'agent-two.jsonl'), chained([prompt('w1', 'go two', 22), dear], side('two')))
    await index()
    expect(await found('thread cost:>0.2')).toEqual(['c1', 'o1', 'w2'])
    expect(await found('thread cost:<0.2')).toEqual(['c4'])
    await archiveAll(home, discover([root]).transcripts)
    rmSync(join(root, 'projects', '-srv-cost'), { recursive: true })
    await index()
    expect(await found('thread cost:>0.2')).toEqual(['c1', 'o1', 'w2'])
    db.exec(`DELETE FROM file WHERE agent = 'two'`)
    expect(await found('thread cost:>0.2')).toEqual([])
  })

  it('finds archived sessions that are gone from disk', async () => {
    await archiveAll(home, discover([root]).transcripts)
    rmSync(join(root, 'projects', 'C--code-lib'), { recursive: true })
    await index()
    expect(await found('needle is:archived')).toEqual(['l1', 'l2', 'l3'])
    expect(await found('needle -is:archived is:human')).toEqual(['a1'])
  })
})

describe('readQuery', () => {
  it('says what is wrong with a query as a StoreError', () => {
    expect(() => readQuery('needle is:blue', { now: NOW })).toThrow(
      expect.objectContaining({
        code: 'query',
        message: expect.stringContaining('at "is:blue": is: is one of'),
      }),
    )
    expect(() => readQuery('', { now: NOW })).toThrow('the query is empty')
  })
})

describe('a hit', () => {
  it('says where it stands and what it is', async () => {
    const [hit] = (await run('"needle missing"')).hits
    expect(hit).toEqual({
      session: APP,
      root,
      agent: null,
      path: pathOf('-srv-app', APP),
      place: 'disk',
      project: '-srv-app',
      cwd: '/srv/app',
      uuid: 'a4',
      line: 4,
      offset: expect.any(Number),
      length: expect.any(Number),
      time: START + 30_000,
      type: 'user',
      field: 'error',
      tool: 'Bash',
      key: null,
      snippet: {
        text: 'Exit code 1 needle missing',
        matches: [{ start: 12, stop: 26 }],
        cutBefore: false,
        cutBehind: false,
      },
      matchCount: 1,
    })
  })

  it('names the sessions whose titles fit', async () => {
    const { titles, hits } = await run('"sewing kit"', { titles: true })
    expect(titles).toMatchObject([
      { session: LIB, title: { text: 'Sewing Kit', matches: [{ start: 0, stop: 10 }] } },
    ])
    expect(hits).toMatchObject([{ session: LIB, field: 'title', uuid: null, time: null }])
    expect((await run('sewing is:error', { titles: true })).titles).toEqual([])
  })

  it('comes by rank where that is asked for, out of the newest ones', async () => {
    const newest = await run('needle', { limit: 3 })
    const ranked = await run('needle', { limit: 3, rankNewest: 5 })
    expect(newest.ranked).toBe(null)
    expect(ranked.ranked).toBe(5)
    expect(newest.hits.map(({ uuid }) => uuid)).toEqual(['l3', 'l2', 'l1'])
    // A prompt counts more than what tools put in and out.
    expect(ranked.hits[0].uuid).toBe('l1')
    expect(ranked.more).toBe(true)
  })
})

describe('a transcript that has changed since it was indexed', () => {
  it('is told when it was cut short', async () => {
    truncateSync(pathOf('-srv-app', APP), 100)
    expect(await run('needle branch:login')).toMatchObject({
      hits: [],
      diagnostics: [{ code: 'stale', path: pathOf('-srv-app', APP) }],
    })
  })

  it('is told when its lines have moved', async () => {
    const rows = chained(appRows(), { sessionId: APP, cwd: '/srv/app', gitBranch: 'feature/login' })
    writeFileSync(pathOf('-srv-app', APP), rows.replace('needle', 'a much longer needle than before'))
    const { hits, diagnostics } = await run('needle branch:login')
    expect(hits).toEqual([])
    expect(diagnostics).toMatchObject([{ code: 'stale' }])
  })

  it('is told when it is gone', async () => {
    rmSync(pathOf('-srv-app', APP))
    expect(await run('needle branch:login')).toMatchObject({ hits: [], diagnostics: [{ code: 'vanished' }] })
  })

  it('is searched as far as it was read when it has grown', async () => {
    appendFileSync(
      pathOf('-srv-app', APP),
      chained([prompt('new', 'another needle', 9000)], { sessionId: APP }),
    )
    expect(await found('needle branch:login')).toEqual(['a1', 'a2', 'a3', 'a4', 'a5'])
  })
})

describe('SavedQueries', () => {
  it('keeps queries that others use by name', async () => {
    const state = openState(home, [SavedQueries.state])
    const saved = new SavedQueries(state)
    saved.save({ name: 'mine', query: 'needle is:human', made: 1 })
    saved.save({ name: 'lib-only', query: '@mine project:lib', made: 2 })
    saved.save({ name: 'mine', query: 'needle is:human -nothing', made: 3 })
    expect(saved.list()).toEqual([
      { name: 'lib-only', query: '@mine project:lib', made: 2 },
      { name: 'mine', query: 'needle is:human -nothing', made: 3 },
    ])
    const query = readQuery('@lib-only', { now: NOW, saved: (name) => saved.textOf(name) })
    expect(uuidsOf(await searchResult(search(query, { home, db })))).toEqual(['l1'])
    expect([saved.remove('mine'), saved.remove('mine'), saved.list().length]).toEqual([true, false, 1])
    state.close()
  })

  it.each([
    ['a b', 'x'],
    ['name', '(x'],
    ['self', 'x @self'],
  ])('refuses %s: %s', (name, query) => {
    const state = openState(home, [SavedQueries.state])
    expect(() => new SavedQueries(state).save({ name, query, made: 1 })).toThrow(
      expect.objectContaining({ code: 'query' }),
    )
    state.close()
  })
})

function appRows(): Row[] {
  return [
    prompt('a1', 'find the needle', 0),
    answer('a2', { type: 'thinking', thinking: 'a needle, where?', signature: 'sig' }, 10),
    call('a3', { id: 'b1', name: 'Bash', input: { command: 'grep needle hay' } }, 20),
    {
      ...result('a4', { id: 'b1', content: 'Exit code 1\nneedle missing', is_error: true }, 30),
      toolUseResult: 'Error: Exit code 1',
    },
    prompt('p2', 'try again', 40),
    call('b1', { id: 'b2', name: 'Bash', input: { command: 'ls' } }, 50),
    {
      ...result('b2', { id: 'b2', content: 'hay' }, 60),
      toolUseResult: { stdout: 'hay', stderr: '', interrupted: false },
    },
    { ...prompt('d1', 'an abandoned way', 65), parentUuid: 'b2' },
    {
      ...answer('a5', { type: 'text', text: 'no needle here' }, 70, {
        model: 'claude-haiku-4-5-20251001',
        output: 9000,
      }),
      parentUuid: 'b2',
    },
  ]
}

type Row = Record<string, unknown>

function prompt(uuid: string, text: string, second: number): Row {
  return { type: 'user', uuid, timestamp: at(second), message: { role: 'user', content: text } }
}

function answer(
  uuid: string,
  block: object,
  second: number,
  { model = 'claude-opus-4-5-20251101', output = 1 } = {},
): Row {
  const usage = { input_tokens: 1, output_tokens: output }
  return {
    type: 'assistant',
    uuid,
    timestamp: at(second),
    message: { id: `msg_${uuid}`, role: 'assistant', model, content: [block], usage },
  }
}

function call(uuid: string, use: object, second: number): Row {
  return answer(uuid, { type: 'tool_use', ...use }, second)
}

function result(uuid: string, { id, ...rest }: { id: string } & Row, second: number): Row {
  return {
    type: 'user',
    uuid,
    timestamp: at(second),
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, ...rest }] },
  }
}

function at(second: number): string {
  return new Date(START + second * 1000).toISOString()
}

/** Rows as lines, each the child of the one before unless it names another parent; rows without uuid stand beside the chain. */
function chained(rows: readonly Row[], envelope: Row): string {
  let parentUuid: unknown = null
  return rows
    .map((row) => {
      const line =
        row['uuid'] === undefined
          ? { ...row, sessionId: envelope['sessionId'] }
          : { parentUuid, ...envelope, ...row }
      parentUuid = row['uuid'] ?? parentUuid
      return `${JSON.stringify(line)}\n`
    })
    .join('')
}

function pathOf(project: string, session: string): string {
  return join(root, 'projects', project, `${session}.jsonl`)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

async function index(): Promise<void> {
  await refresh({ home, db, roots: [root], threads: 0 })
}

function run(text: string, options: SearchOptions = {}): Promise<SearchResult> {
  return searchResult(search(readQuery(text, { now: NOW }), { home, db, ...options }))
}

async function found(text: string): Promise<string[]> {
  return uuidsOf(await run(text))
}

function uuidsOf({ hits }: SearchResult): string[] {
  return hits.map(({ uuid }) => String(uuid)).sort()
}
