import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionId, START, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import type { Api } from '../api/api.ts'

let server: TestServer
beforeEach(() => (server = new TestServer()))
afterEach(() => server.stop())

type Sessions = Api['GET /api/sessions']['response']
type Item = Api['GET /api/sessions/:session']['response']

function write(n: number, project = '-srv-app'): string {
  return new Written(sessionId(n)).prompt(`prompt ${n}`).says('done').write(server.root, project)
}

describe('an empty machine', () => {
  it('has lists without anything in them', async () => {
    await server.start()
    expect((await server.ask('GET /api/projects', '/api/projects')).body).toEqual({ items: [], next: null })
    expect((await server.ask('GET /api/sessions', '/api/sessions')).body).toEqual({
      items: [],
      next: null,
      total: 0,
      indexing: false,
    })
    expect((await server.ask('GET /api/me', '/api/me')).body).toMatchObject({
      scope: 'all',
      device: 'd1',
      version: '1.2.3',
      demo: false,
    })
    expect((await server.ask('GET /api/health', '/api/health')).body).toMatchObject({ sessions: 0, bytes: 0 })
  })
})

describe('GET /api/sessions', () => {
  it('comes in pages wherever the files lie', async () => {
    const deep = join(server.folder, ...Array.from({ length: 12 }, () => 'd'.repeat(200)))
    for (const n of [1, 2, 3]) new Written(sessionId(n)).prompt(`prompt ${n}`).write(deep, '-srv-app')
    await server.start({
      env: { HOME: server.folder, SKEIN_HOME: join(server.folder, 'home'), CLAUDE_CONFIG_DIR: deep },
    })
    const first = (await server.ask<Sessions>('GET /api/sessions', '/api/sessions?limit=2')).body
    const second = await server.ask<Sessions>(
      'GET /api/sessions',
      `/api/sessions?limit=2&after=${first.next}`,
    )
    expect([...first.items, ...second.body.items].map(({ id }) => id).toSorted()).toEqual(
      [1, 2, 3].map(sessionId),
    )
  })

  it('tells what a session is', async () => {
    write(1)
    await server.start()
    const { body } = await server.ask<Item>('GET /api/sessions/:session', `/api/sessions/${sessionId(1)}`)
    expect(body).toEqual({
      key: sessionId(1),
      id: sessionId(1),
      projectId: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
      cwd: '/srv/app',
      title: 'prompt 1',
      titleFrom: 'prompt',
      name: '',
      place: 'disk',
      demo: false,
      unread: false,
      turns: 1,
      agents: 0,
      bytes: expect.any(Number) as unknown,
      firstTime: START,
      lastTime: START + 1000,
      gitBranch: 'main',
      models: ['claude-sonnet-4-5-20250929'],
      tokens: {
        input: 100,
        output: 10,
        cacheRead: 1000,
        cacheWrite5m: 0,
        cacheWrite1h: 0,
        webSearches: 0,
        webFetches: 0,
      },
      // 100 × $3 + 10 × $15 + 1000 × $0.30 a million tokens.
      cost: { nanoDollars: 300_000 + 150_000 + 300_000, unpricedTokens: 0 },
      pullRequests: [],
      tags: [],
      relations: [],
      running: null,
    })
  })

  it('goes through all of them in pages', async () => {
    for (let n = 0; n < 7; n++) write(n)
    await server.start()
    const read: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const after: string = next === '' ? '' : `&after=${next}`
      const { body }: { body: Sessions } = await server.ask(
        'GET /api/sessions',
        `/api/sessions?limit=3${after}`,
      )
      expect(body.total).toBe(7)
      read.push(...body.items.map(({ key }) => key))
      next = body.next
    }
    expect(read.toSorted()).toEqual(Array.from({ length: 7 }, (_, n) => sessionId(n)).toSorted())
  })

  it('filters by project, title and state', async () => {
    write(1)
    write(2, '-work-other')
    await server.start()
    const all = (await server.ask<Sessions>('GET /api/sessions', '/api/sessions')).body.items
    const other = all.find(({ id }) => id === sessionId(2))
    const keys = async (query: string): Promise<string[]> =>
      (await server.ask<Sessions>('GET /api/sessions', `/api/sessions?${query}`)).body.items.map(
        ({ key }) => key,
      )
    expect(await keys(`project=${other?.projectId}`)).toEqual([sessionId(2)])
    expect(await keys('title=PROMPT%201')).toEqual([sessionId(1)])
    expect(await keys('state=archived')).toEqual([])
    expect(await keys('state=running')).toEqual([])
    expect((await server.ask('GET /api/sessions', '/api/sessions?project=nope')).status).toBe(404)
  })

  it('shows what was written since, and forgets what is gone', async () => {
    let now = 0
    await server.start({ now: () => now })
    const path = write(1)
    now += 5000
    expect((await server.ask<Sessions>('GET /api/sessions', '/api/sessions')).body.total).toBe(1)
    rmSync(path)
    now += 5000
    expect((await server.ask<Sessions>('GET /api/sessions', '/api/sessions')).body.total).toBe(0)
    expect((await server.ask('GET /api/sessions/:session', `/api/sessions/${sessionId(1)}`)).status).toBe(404)
  })

  it('names sessions of one id by their projects', async () => {
    write(1)
    write(1, '-work-other')
    await server.start()
    const { items } = (await server.ask<Sessions>('GET /api/sessions', '/api/sessions')).body
    expect(items.map(({ key, projectId }) => key === `${sessionId(1)}@${projectId}`)).toEqual([true, true])
    for (const { key, projectId } of items) {
      const { body } = await server.ask<Item>(
        'GET /api/sessions/:session',
        `/api/sessions/${encodeURIComponent(key)}`,
      )
      expect(body).toMatchObject({ key, projectId })
    }
    const alone = await server.ask('GET /api/sessions/:session', `/api/sessions/${sessionId(1)}`)
    expect(alone).toMatchObject({ status: 409, body: { error: { code: 'ambiguous' } } })
  })

  it('masks secrets in titles', async () => {
    const key = ['AKIA', 'IOSFODNN7', 'QRSTUVW'].join('')
    new Written(sessionId(3)).prompt(`use ${key}`).says('ok').write(server.root, '-p')
    await server.start()
    const { text } = await server.ask('GET /api/sessions', '/api/sessions')
    expect(text).not.toContain(key)
    expect(text).toContain('[redacted:aws-access-key-id')
  })
})

describe('unread', () => {
  it('is what was active since somebody looked', async () => {
    let now = START - 1000
    await server.start({ now: () => now })
    write(1)
    now = START + 60_000
    const item = async (): Promise<Item> =>
      (await server.ask<Item>('GET /api/sessions/:session', `/api/sessions/${sessionId(1)}`)).body
    expect((await item()).unread).toBe(true)
    const unread = await server.ask<Sessions>('GET /api/sessions', '/api/sessions?state=unread')
    expect(unread.body.total).toBe(1)
    await server.ask('POST /api/sessions/:session/seen', `/api/sessions/${sessionId(1)}/seen`, {
      time: START + 1000,
    })
    expect((await item()).unread).toBe(false)
    expect((await server.ask<Sessions>('GET /api/sessions', '/api/sessions?state=unread')).body.total).toBe(0)
  })
})

describe('requests that do not fit', () => {
  it.each([
    ['/api/sessions?limit=0', 'limit'],
    ['/api/sessions?limit=abc', 'limit'],
    ['/api/sessions?limit=5&limit=6', 'limit'],
    ['/api/sessions?state=odd', 'state'],
    ['/api/sessions?colour=red', 'colour'],
    ['/api/sessions?after=nonsense', 'after'],
    [`/api/sessions?after=${Buffer.from('{"path":1}').toString('base64url')}`, 'after'],
    ['/api/usage', 'by'],
    ['/api/usage?by=daily&since=soon', 'since'],
    ['/api/usage?by=daily&timeZone=Mars/North', 'timeZone'],
  ])('%s names %s', async (path, field) => {
    await server.start()
    const { status, body } = await server.raw(path)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { code: 'bad-request', message: expect.stringContaining(field) as unknown },
    })
  })

  it.each([
    '..',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..%5c..%5cwindows',
    '%00',
    "' OR 1=1 --",
    'x'.repeat(301),
  ])('a session is never found under %s', async (name) => {
    write(1)
    await server.start()
    const { status, text } = await server.raw(
      `/api/sessions/${name.includes('%') ? name : encodeURIComponent(name)}/view`,
    )
    expect([400, 404]).toContain(status)
    expect(text).not.toContain('root:')
  })
})
