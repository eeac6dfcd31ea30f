import { existsSync, readFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionId, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import type { Api, SearchPage } from '../api/api.ts'

let server: TestServer
let path: string
let time = 0
beforeEach(async () => {
  server = new TestServer()
  path = conversation().write(server.root, '-p')
  time = Date.parse('2026-03-02T00:00:00Z')
  await server.start({ now: () => (time += 5000) })
})
afterEach(() => server.stop())

const ID = sessionId(1)
const SECRET = ['AKIA', 'IOSFODNN7', 'QRSTUVW'].join('')

function conversation(): Written {
  return new Written(ID)
    .prompt('please find the needle')
    .calls('t1', 'Bash', { command: 'grep needle' })
    .result('t1', `haystack with a needle ${SECRET}`, { stdout: 'x', stderr: '' })
    .says('the needle is there')
}

type Item = Api['GET /api/sessions/:session']['response']
const item = async (key = ID): Promise<Item> =>
  (await server.ask<Item>('GET /api/sessions/:session', `/api/sessions/${key}`)).body
const post = <Name extends keyof Api>(name: Name, body: unknown, key = ID) =>
  server.ask(name, name.split(' ')[1].replace(':session', key), body)

describe('labels', () => {
  it('are written as Claude Code does', async () => {
    await post('POST /api/sessions/:session/title', { title: 'My needle' })
    expect((await item()).title).toBe('My needle')
    await post('POST /api/sessions/:session/tags', { tags: ['sharp'] })
    expect((await item()).tags).toEqual(['sharp'])
    await post('POST /api/sessions/:session/tags', { tags: [] })
    expect((await item()).tags).toEqual([])
    expect(readFileSync(path, 'utf8').startsWith(conversation().text)).toBe(true)
  })

  it('are refused where they do not fit', async () => {
    expect((await post('POST /api/sessions/:session/title', { title: '' })).status).toBe(400)
    expect((await post('POST /api/sessions/:session/title', { title: 'two\nlines' })).status).toBe(400)
    expect((await post('POST /api/sessions/:session/title', {})).status).toBe(400)
    expect((await post('POST /api/sessions/:session/tags', { tags: ['a', 'b'] })).status).toBe(400)
    expect((await post('POST /api/sessions/:session/title', { title: 'x' }, 'nobody')).status).toBe(404)
    server.device = { ...server.device, scope: 'read' }
    expect((await post('POST /api/sessions/:session/title', { title: 'x' })).status).toBe(403)
    const form = await server.raw(`/api/sessions/${ID}/title`, { method: 'POST', body: '{"title":"x"}' })
    expect(form.status).toBe(403)
    expect(readFileSync(path, 'utf8')).toBe(conversation().text)
  })
})

describe('the archive', () => {
  it('keeps a session that is deleted, and gives it back', async () => {
    await post('POST /api/sessions/:session/archive', {})
    rmSync(path)
    expect((await item()).place).toBe('archive')
    const view = await server.ask<Api['GET /api/sessions/:session/view']['response']>(
      'GET /api/sessions/:session/view',
      `/api/sessions/${ID}/view`,
    )
    expect(view.body.head).toMatchObject({ turnCount: 1, entries: 4 })
    expect((await post('POST /api/sessions/:session/title', { title: 'x' })).status).toBe(409)
    await post('POST /api/sessions/:session/restore', {})
    expect(readFileSync(path, 'utf8')).toBe(conversation().text)
    expect((await item()).place).toBe('disk')
  })
})

describe('edits', () => {
  type Answer = Api['POST /api/sessions/:session/edits']['response']
  const edit = async (body: unknown) =>
    server.ask<Answer>('POST /api/sessions/:session/edits', `/api/sessions/${ID}/edits`, body)

  it.each([
    { kind: 'fork', entry: '0' },
    { kind: 'trim', preset: 'deep' },
    { kind: 'repair' },
    { kind: 'clone' },
  ])('plan and make: %o', async (request) => {
    const plan = await edit({ ...request, dryRun: true })
    if (plan.status !== 200) {
      // A sound session has nothing to repair, a short one nothing to trim.
      expect(plan.body).toMatchObject({ error: { code: 'nothing-to-do' } })
      return
    }
    expect(plan.body).toMatchObject({ session: null, entriesBefore: 4 })
    const made = (await edit({ ...request, dryRun: false })).body
    const copy = await item(made.session ?? '')
    expect(made.resumeCommand).toBe(`claude --resume ${copy.id}`)
    expect(copy.title).toMatch(/^please find the needle \(/)
    expect(readFileSync(path, 'utf8')).toBe(conversation().text)
  })

  it('are refused where they do not fit', async () => {
    expect((await edit({ kind: 'fork', dryRun: true, entry: '77' })).status).toBe(404)
    expect((await edit({ kind: 'trim', dryRun: true, preset: 'gone' })).status).toBe(400)
    expect((await edit({ kind: 'explode', dryRun: true })).status).toBe(400)
    expect((await edit({ kind: 'clone' })).status).toBe(400)
  })
})

describe('search', () => {
  const search = async (query: string): Promise<SearchPage> =>
    (await server.ask<SearchPage>('GET /api/search', `/api/search?${query}`)).body

  it('finds in pages, newest first, masked', async () => {
    const keys: number[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: SearchPage = await search(`q=needle&limit=1${next === '' ? '' : `&after=${next}`}`)
      keys.push(...page.hits.filter(({ field }) => field !== 'title').map(({ key }) => key))
      expect(JSON.stringify(page)).not.toContain(SECRET)
      next = page.next
    }
    const written = conversation()
    expect(keys).toEqual([3, 2, 1, 0].map((row) => written.offsetOf(row)))
  })

  it('marks what matched, says how the query was understood, and stays in a session', async () => {
    const page = await search(`q=${encodeURIComponent('needle tool:Bash -is:error')}&session=${ID}`)
    expect(page.filters).toEqual([
      { name: 'tool', value: 'bash', not: false },
      { name: 'is', value: 'error', not: true },
    ])
    expect(page.hits.length).toBeGreaterThan(0)
    for (const { text, matches, session } of page.hits) {
      expect(session).toBe(ID)
      expect(matches.map(({ start, end }) => text.slice(start, end).toLowerCase())).toContain('needle')
    }
    expect((await server.raw('/api/search?q=x&session=nobody')).status).toBe(404)
  })

  it('says what is wrong with a query', async () => {
    expect((await search('q=%22open')).problem).toMatchObject({ start: 0 })
    expect(await search('q=')).toMatchObject({ hits: [], problem: null })
  })

  it('keeps searches', async () => {
    const put = await server.ask('PUT /api/searches/:name', '/api/searches/mine', {
      query: 'needle tool:Bash',
    })
    expect(put.body).toEqual({ done: true })
    expect((await server.ask('GET /api/searches', '/api/searches')).body).toEqual({
      searches: [{ name: 'mine', query: 'needle tool:Bash' }],
    })
    expect((await search('q=%40mine')).hits.length).toBeGreaterThan(0)
    expect(
      (await server.ask('PUT /api/searches/:name', '/api/searches/bad', { query: '"open' })).status,
    ).toBe(400)
    expect((await server.ask('DELETE /api/searches/:name', '/api/searches/mine')).status).toBe(200)
    expect((await server.ask('DELETE /api/searches/:name', '/api/searches/mine')).status).toBe(404)
  })
})

describe('usage', () => {
  it.each(['daily', 'weekly', 'monthly', 'session', 'project', 'model', 'tool', 'block'])(
    'by %s',
    async (by) => {
      const { body } = await server.ask<Api['GET /api/usage']['response']>(
        'GET /api/usage',
        `/api/usage?by=${by}&timeZone=UTC`,
      )
      expect(body).toMatchObject({ by, omitted: 0, totals: { messages: 2, totalTokens: 2220 } })
      expect(body.rows.reduce((sum, { messages }) => sum + messages, 0)).toBe(2)
    },
  )

  it('of a session or a project', async () => {
    const { projectId } = await item()
    for (const filter of [`session=${ID}`, `project=${projectId}`]) {
      const { body } = await server.ask('GET /api/usage', `/api/usage?by=daily&${filter}`)
      expect(body).toMatchObject({ totals: { messages: 2 } })
    }
    expect((await server.raw('/api/usage?by=daily&session=nobody')).status).toBe(404)
    expect((await server.raw(`/api/usage?by=tool&session=${ID}`)).status).toBe(400)
  })
})

it('leaves nothing behind of a dry run', async () => {
  await server.ask('POST /api/sessions/:session/edits', `/api/sessions/${ID}/edits`, {
    kind: 'clone',
    dryRun: true,
  })
  const { items } = (
    await server.ask<Api['GET /api/sessions']['response']>('GET /api/sessions', '/api/sessions')
  ).body
  expect(items.map(({ id }) => id)).toEqual([ID])
  expect(existsSync(path)).toBe(true)
})
