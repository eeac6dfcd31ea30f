import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, askRaw, codeOf, ServerKit } from '../test/server-kit.ts'
import type { RunningServer } from './lifecycle/start-server.ts'

const kit = new ServerKit()
let server: RunningServer
let cookie: string
let host: string

beforeAll(async () => {
  server = await kit.start()
  cookie = kit.cookie(server)
  host = `127.0.0.1:${server.reach.port}`
})
afterAll(() => kit.stop())

describe('who asks', () => {
  it('is told by the cookie', async () => {
    const { status, text } = await ask(server, { path: '/api/me', headers: { cookie } })
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 200,
      body: { device: { id: expect.stringMatching(/^[\da-f]{12}$/), name: 'Test', scope: 'all' } },
    })
  })

  it('is told by a bearer', async () => {
    const [, secret] = cookie.split('=')
    const { status } = await ask(server, { path: '/api/me', headers: { authorization: `Bearer ${secret}` } })
    expect(status).toBe(200)
  })

  it.each([
    ['nothing', () => ({})],
    ['an empty cookie', () => ({ cookie: `skein_${server.reach.port}=` })],
    ['a wrong secret', () => ({ cookie: `skein_${server.reach.port}=${'A'.repeat(43)}` })],
    ['the cookie of a server on another port', () => ({ cookie: cookie.replace(/^skein_\d+/, 'skein_1') })],
    ['a wrong bearer beside a right cookie', () => ({ cookie, authorization: `Bearer ${'A'.repeat(43)}` })],
    ['a name and a password', () => ({ authorization: 'Basic YTpi' })],
  ])('is nobody with %s', async (_name, headers) => {
    for (const path of ['/api/me', '/api/nothing', '/api/live', '/metrics']) {
      const answer = await ask(server, { path, headers: headers() })
      expect({ path, status: answer.status, code: codeOf(answer) }).toEqual({
        path,
        status: 401,
        code: 'unauthorized',
      })
    }
  })
})

describe('one-time links', () => {
  it('sign in once, with a cookie that scripts and other sites cannot use', async () => {
    const path = kit.link(server)
    const answer = await ask(server, { path })
    expect({ status: answer.status, location: answer.headers.location }).toEqual({
      status: 303,
      location: '/',
    })
    const [set = ''] = answer.headers['set-cookie'] ?? []
    const [pair, ...attributes] = set.split('; ')
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Strict'])
    expect((await ask(server, { path: '/api/me', headers: { cookie: pair } })).status).toBe(200)
    const again = await ask(server, { path })
    expect({ status: again.status, code: codeOf(again) }).toEqual({ status: 403, code: 'link-used' })
  })

  it('expire', async () => {
    const path = kit.link(server)
    kit.now += 5 * 60 * 1000
    const answer = await ask(server, { path })
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 403, code: 'link-expired' })
  })

  it('are kept as hashes only', async () => {
    const token = kit.link(server).split('=')[1] ?? ''
    const kept = JSON.stringify(kit.state.prepare('SELECT hex(hash) AS hash, name FROM one_time_link').all())
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(Buffer.from(token, 'base64url').toString('hex').toUpperCase())
  })
})

describe('the name a request is for', () => {
  it.each([
    ['this machine', () => host],
    ['localhost', () => `localhost:${server.reach.port}`],
    ['capitals', () => `LOCALHOST:${server.reach.port}`],
    ['IPv6', () => `[::1]:${server.reach.port}`],
  ])('may be %s', async (_name, named) => {
    expect((await ask(server, { path: '/api/me', headers: { host: named(), cookie } })).status).toBe(200)
  })

  it.each([
    ['another name', () => `evil.example:${server.reach.port}`],
    ['another name in capitals', () => `EVIL.EXAMPLE:${server.reach.port}`],
    ['our address without its port', () => '127.0.0.1'],
    ['our address with another port', () => '127.0.0.1:1'],
    ['our port twice', () => `127.0.0.1:${server.reach.port}:${server.reach.port}`],
    ['a port with zeros before it', () => `127.0.0.1:0${server.reach.port}`],
    ['a dot at the end', () => `localhost.:${server.reach.port}`],
    ['a name that begins with ours', () => `127.0.0.1.evil.example:${server.reach.port}`],
    ['our name before an at', () => `127.0.0.1:${server.reach.port}@evil.example`],
    ['another writing of the address', () => `2130706433:${server.reach.port}`],
    ['another writing in hex', () => `0x7f.1:${server.reach.port}`],
    ['any address', () => `0.0.0.0:${server.reach.port}`],
    ['IPv4 inside IPv6', () => `[::ffff:127.0.0.1]:${server.reach.port}`],
    ['IPv6 without brackets', () => `::1:${server.reach.port}`],
    ['IPv6 with a zone', () => `[::1%25lo]:${server.reach.port}`],
    ['long IPv6', () => `[0:0:0:0:0:0:0:1]:${server.reach.port}`],
    ['a name without a port', () => 'evil.example'],
  ])('may not be %s', async (_name, named) => {
    for (const path of ['/api/me', '/', '/healthz', kit.link(server)]) {
      const answer = await ask(server, { path, headers: { host: named(), cookie } })
      expect({ path, status: answer.status }).toEqual({ path, status: 421 })
    }
  })

  it('is not taken from a whole address in the request line', async () => {
    for (const target of [`http://${host}/api/me`, `http://evil.example/api/me`, `//${host}/api/me`, '*'])
      expect(
        await askRaw(server, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`),
      ).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('is asked for under one writing of an address', async () => {
    // What a page of another port of this machine may open is told by the address, and so are streams.
    const link = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    for (const path of [
      '/%61pi/me',
      '/a%70i/me',
      '/api/%6Cive',
      '/api%2Dx',
      '/%6detrics',
      '/api/m%65',
      '/%7Ex',
      '/%30',
    ]) {
      const answer = await ask(server, { path, headers: { cookie, ...link } })
      expect({ path, status: answer.status, code: codeOf(answer) }).toEqual({
        path,
        status: 400,
        code: 'bad-request',
      })
    }
    // What has to be encoded is.
    const { status, text } = await ask(server, {
      path: `/api/things/${encodeURIComponent('a b@ü')}`,
      headers: { cookie },
    })
    expect({ status, body: JSON.parse(text) as unknown }).toEqual({ status: 200, body: { thing: 'a b@ü' } })
  })

  it('is one name', async () => {
    const twice = `GET /api/me HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`
    expect(await askRaw(server, twice)).toMatch(/^HTTP\/1\.1 4(?:00|21) /)
    const empty = `GET /api/me HTTP/1.1\r\nHost:\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`
    expect(await askRaw(server, empty)).toMatch(/^HTTP\/1\.1 4(?:00|21) /)
    // Node's own refusal would have none of our headers.
    expect(await askRaw(server, `GET /api/me HTTP/1.1\r\nCookie: ${cookie}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 421 .*Content-Security-Policy: .*wrong-host/s,
    )
  })

  it('is not taken from X-Forwarded-Host', async () => {
    const headers = { cookie, host: 'evil.example', 'x-forwarded-host': host }
    expect((await ask(server, { path: '/api/me', headers })).status).toBe(421)
  })
})

describe('the page that asks', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['our address on another port', { origin: 'http://127.0.0.1:1' }],
    ['our address with TLS', { origin: 'https://HOST' }],
    ['no origin to speak of', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['our origin with a path', { origin: 'http://HOST/' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
    [
      'a link of another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ],
  ])('may not be %s', async (_name, sent) => {
    const headers = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, value.replace('HOST', host)]),
    )
    for (const method of ['GET', 'POST']) {
      const answer = await ask(server, {
        method,
        path: '/api/things/1',
        headers: { cookie, 'x-skein-csrf': '1', ...headers },
      })
      expect({ method, status: answer.status, code: codeOf(answer) }).toEqual({
        method,
        status: 403,
        code: 'foreign-origin',
      })
    }
  })

  it('may be our own', async () => {
    const headers = { cookie, 'x-skein-csrf': '1', origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
    expect((await ask(server, { method: 'POST', path: '/api/things/1', headers })).status).toBe(200)
  })

  it('may open the app with a link, but embed nothing of it', async () => {
    const link = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    expect((await ask(server, { path: '/s/some-session', headers: link })).status).toBe(200)
    expect((await ask(server, { path: '/', headers: { ...link, 'sec-fetch-dest': 'iframe' } })).status).toBe(
      403,
    )
    expect((await ask(server, { path: '/metrics', headers: { ...link, cookie } })).status).toBe(403)
  })

  it('gets no answer to a preflight', async () => {
    const headers = { origin: `http://${host}`, 'access-control-request-method': 'POST' }
    const answer = await ask(server, { method: 'OPTIONS', path: '/api/things/1', headers })
    expect(answer.status).toBe(405)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('writing', () => {
  it.each(['POST', 'PUT', 'DELETE'])('by %s needs the header that forms cannot send', async (method) => {
    const sent: Record<string, string>[] = [
      {},
      { 'x-skein-csrf': '0' },
      { 'content-type': 'application/x-www-form-urlencoded' },
    ]
    for (const headers of sent) {
      const answer = await ask(server, { method, path: '/api/things/1', headers: { cookie, ...headers } })
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 403, code: 'csrf' })
    }
  })

  it('is refused to a device that may only read, whatever it sends', async () => {
    const headers = { cookie: kit.cookie(server, 'read'), 'x-skein-csrf': '1' }
    expect((await ask(server, { path: '/api/things/1', headers })).status).toBe(200)
    expect((await ask(server, { method: 'POST', path: '/api/live/abc', headers })).status).toBe(200)
    for (const [method, path] of [
      ['POST', '/api/things/1'],
      ['POST', '/api/pairings'],
      ['DELETE', '/api/devices/abc'],
      ['PUT', '/api/searches/a'],
    ] as const) {
      const answer = await ask(server, { method, path, headers, body: '{}' })
      expect({ path, status: answer.status, code: codeOf(answer) }).toEqual({
        path,
        status: 403,
        code: 'read-only',
      })
    }
  })
})

describe('refusals', () => {
  it('have one shape and give nothing away', async () => {
    const headers = { cookie, 'x-skein-csrf': '1' }
    const seen = await Promise.all([
      ask(server, { path: '/api/nothing', headers }),
      ask(server, { method: 'DELETE', path: '/api/things/1', headers }),
      ask(server, { method: 'POST', path: '/healthz', headers }),
      ask(server, { path: '/api/broken', headers }),
      ask(server, { path: '/assets/nothing.js' }),
    ])
    expect(seen.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [404, 'not-found'],
      [405, 'method-not-allowed'],
      [405, 'method-not-allowed'],
      [500, 'internal'],
      [404, 'not-found'],
    ])
    for (const { text } of seen) expect(text).not.toMatch(/ada|secret text|\bat \w+|node_modules/)
  })

  it('are ours too where a client expects what nobody knows', async () => {
    const text = `GET /api/me HTTP/1.1\r\nHost: ${host}\r\nExpect: wonders\r\nConnection: close\r\n\r\n`
    expect(await askRaw(server, text)).toMatch(/^HTTP\/1\.1 401 .*Content-Security-Policy: .*unauthorized/s)
  })
})
