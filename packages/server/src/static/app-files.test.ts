import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, askRaw, ServerKit } from '../../test/server-kit.ts'
import type { RunningServer } from '../lifecycle/start-server.ts'

const kit = new ServerKit()
let server: RunningServer
const PAGE = '<!doctype html><html><head><base href="/"><title>Skein</title></head></html>'
const SCRIPT = `console.log("${'skein '.repeat(400)}")`

beforeAll(async () => {
  writeFileSync(join(kit.folder, 'secret.js'), 'secret')
  mkdirSync(join(kit.folder, 'home', 'x'), { recursive: true })
  symlinkSync(join(kit.folder, 'secret.js'), join(kit.appFolder(), 'link.js'))
  writeFileSync(join(kit.appFolder(), 'mermaid.html'), PAGE)
  writeFileSync(join(kit.appFolder(), 'mermaid.js'), SCRIPT)
  server = await kit.start()
})
afterAll(() => kit.stop())

describe('the app', () => {
  it.each(['/', '/s/abc', '/s/a.b@c.d', '/p/x/y', '/search?q=a', '/usage', '/settings'])(
    'is one page at %s',
    async (path) => {
      const { status, text, headers } = await ask(server, { path })
      expect({ status, text, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
        status: 200,
        text: PAGE,
        type: 'text/html; charset=utf-8',
        cache: 'no-cache',
      })
    },
  )

  it('is not sent again to who has it', async () => {
    const { headers } = await ask(server, { path: '/' })
    const again = await ask(server, { path: '/', headers: { 'if-none-match': headers.etag ?? '' } })
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
  })

  it('comes packed as the browser likes it, and is kept for ever where its name is a hash', async () => {
    const path = '/assets/index-C87hV9tA.js'
    const get = (encoding: string): ReturnType<typeof ask> =>
      ask(server, { path, headers: { 'accept-encoding': encoding } })
    const [plain, gzip, br, refused] = await Promise.all([
      get('identity'),
      get('gzip'),
      get('gzip, deflate, br'),
      get('br;q=0, gzip'),
    ])
    expect(plain.text).toBe(SCRIPT)
    expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT)
    expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT)
    expect([plain, gzip, br, refused].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      'br',
      'gzip',
    ])
    for (const { headers } of [plain, br])
      expect([headers['cache-control'], headers['content-type'], headers['x-content-type-options']]).toEqual([
        'public, max-age=31536000, immutable',
        'text/javascript; charset=utf-8',
        'nosniff',
      ])
  })

  it('has no files of another build: gone since the start, there since, never there', async () => {
    const built = (name: string): string => join(kit.appFolder(), 'assets', name)
    writeFileSync(built('old-AAAAAAAA.js'), 'old')
    writeFileSync(built('kept-CCCCCCCC.js'), 'kept')
    const again = await kit.start()
    rmSync(built('old-AAAAAAAA.js'))
    writeFileSync(built('new-BBBBBBBB.js'), 'new')
    for (const name of ['old-AAAAAAAA.js', 'new-BBBBBBBB.js', 'never-DDDDDDDD.css', 'old-AAAAAAAA.js']) {
      const { status, text, headers } = await ask(again, { path: `/assets/${name}` })
      expect({ name, status, body: JSON.parse(text), cache: headers['cache-control'] }).toEqual({
        name,
        status: 404,
        body: {
          error: {
            code: 'not-found',
            message: 'there is no such file: the app was built anew',
            remedy: 'load the page again',
          },
        },
        cache: 'no-store',
      })
    }
    expect((await ask(again, { path: '/assets/kept-CCCCCCCC.js' })).text).toBe('kept')
    // One that is back is there.
    writeFileSync(built('old-AAAAAAAA.js'), 'back')
    expect((await ask(again, { path: '/assets/old-AAAAAAAA.js' })).text).toBe('back')
  })

  it('stands below a base path, and nowhere else', async () => {
    const below = await kit.start({ basePath: '/skein/one' })
    const page = await ask(below, { path: '/skein/one/s/abc' })
    expect(page.text).toBe(PAGE.replace('href="/"', 'href="/skein/one/"'))
    expect((await ask(below, { path: '/skein/one/assets/index-C87hV9tA.js' })).status).toBe(200)
    for (const path of ['/', '/s/abc', '/s/a.b@c.d', '/api/me', '/skein', '/skein/onemore'])
      expect({ path, status: (await ask(below, { path })).status }).toEqual({ path, status: 404 })
    const opened = await ask(below, { path: kit.link(below) })
    expect(opened.headers.location).toBe('/skein/one/')
    const [cookie = ''] = opened.headers['set-cookie'] ?? []
    expect(cookie).toContain('; Path=/skein/one/;')
    const me = await ask(below, {
      path: '/skein/one/api/me',
      headers: { cookie: cookie.split(';')[0] ?? '' },
    })
    expect(me.status).toBe(200)
  })
})

describe('files outside the app', () => {
  const attempts = [
    '/../secret.js',
    '/assets/../../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/assets/..%2f..%2fsecret.js',
    '/%252e%252e%252fsecret.js',
    '/..\\secret.js',
    '/..%5csecret.js',
    '/assets/..;/..;/secret.js',
    '/secret.js%00.html',
    '/%00',
    '/./secret.js',
    '//secret.js',
    '/assets//../../secret.js',
    '/%c0%ae%c0%ae/secret.js',
    '/link.js',
    '/secret.js',
  ]
  it.each(attempts)('are not reached by %s', async (target) => {
    const host = `127.0.0.1:${server.reach.port}`
    const answer = await askRaw(
      server,
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /)
    expect(answer).not.toMatch(/\r\n\r\nsecret/)
  })

  it.each(attempts)('are not named by an id like %s', async (target) => {
    const host = `127.0.0.1:${server.reach.port}`
    const text = `GET /api/things${target} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${kit.cookie(server)}\r\nConnection: close\r\n\r\n`
    const [, status] = /^HTTP\/1\.1 (\d+) /.exec(await askRaw(server, text)) ?? []
    // A plain name is an id like any other.
    const isName = target === '/link.js' || target === '/secret.js'
    expect(status).toMatch(isName ? /^200$/ : /^40[04]$/)
  })
})

describe('the page that draws diagrams', () => {
  it('may be framed by the app alone, and has no rights wherever it is opened', async () => {
    const { headers } = await ask(server, { path: '/mermaid.html' })
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain('sandbox allow-scripts')
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  })

  // What a browser sends for a script of a frame without an origin.
  const FRAME = {
    origin: 'null',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'script',
  }

  it('gets its script, and nothing else', async () => {
    const { status, headers } = await ask(server, { path: '/mermaid.js', headers: FRAME })
    expect([status, headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin'])
    for (const path of ['/', '/api/me', '/theme.js', '/mermaid.js?x', '/mermaid.html'])
      expect([path, (await ask(server, { path, headers: FRAME })).status]).toEqual([path, 403])
    const fetched = { ...FRAME, 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }
    expect((await ask(server, { path: '/mermaid.js', headers: fetched })).status).toBe(403)
  })
})
