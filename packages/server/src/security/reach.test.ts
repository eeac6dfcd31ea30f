import { request } from 'node:https'
import { afterAll, describe, expect, it } from 'vitest'
import { certificate, HAS_OPENSSL } from '../../test/certificate.ts'
import { ask, ServerKit } from '../../test/server-kit.ts'
import { reachProblem } from './check-reach.ts'
import { allowList, publicOrigin } from './reach.ts'

const kit = new ServerKit()
afterAll(() => kit.stop())

const LOOPBACK = { hosts: ['127.0.0.1'], port: 4517, basePath: '', tls: null, tunnel: null }

describe('where a server may listen', () => {
  it.each([
    ['this machine alone', {}, null],
    ['this machine by IPv6', { hosts: ['::1'] }, null],
    ['this machine behind a tunnel', { tunnel: 'https://skein.example.org' }, null],
    ['everywhere with TLS', { hosts: ['0.0.0.0'], tls: { cert: '', key: '' } }, null],
    ['everywhere behind a tunnel', { hosts: ['0.0.0.0'], tunnel: 'https://skein.example.org' }, null],
    ['everywhere', { hosts: ['0.0.0.0'] }, 'if Skein listened on 0.0.0.0 without TLS'],
    ['an address of a network too', { hosts: ['127.0.0.1', '10.1.2.3'] }, 'listened on 10.1.2.3 without TLS'],
    ['a name that begins like ours', { hosts: ['127.evil.example'] }, 'listened on 127.evil.example'],
    ['behind a tunnel without TLS', { tunnel: 'http://skein.example.org' }, 'no address of a site'],
    ['behind a tunnel with a path', { tunnel: 'https://skein.example.org/x' }, 'no address of a site'],
    ['behind a tunnel with a password', { tunnel: 'https://a:b@skein.example.org' }, 'no address of a site'],
    ['behind a word', { tunnel: 'skein' }, 'no address of a site'],
    ['below a path', { basePath: '/a/b-c' }, null],
    ['below a path that is markup', { basePath: '/"><script>' }, 'is not understood'],
    ['below no path', { basePath: 'x' }, 'is not understood'],
  ])('%s', (_name, change, what) => {
    const problem = reachProblem({ ...LOOPBACK, ...change })
    if (what === null) expect(problem).toBe(null)
    else expect(problem?.what).toContain(what)
  })
})

describe('names', () => {
  it('are those of this machine and of the tunnel', () => {
    const { hosts, origins } = allowList({ ...LOOPBACK, tunnel: 'https://Skein.Example.org' })
    expect([...hosts].toSorted()).toEqual([
      '127.0.0.1:4517',
      '[::1]:4517',
      'localhost:4517',
      'skein.example.org',
      'skein.example.org:443',
    ])
    expect([...origins].toSorted()).toEqual([
      'http://127.0.0.1:4517',
      'http://[::1]:4517',
      'http://localhost:4517',
      'https://skein.example.org',
    ])
  })

  it('have no port where it is the usual one', () => {
    const { hosts, origins } = allowList({ ...LOOPBACK, port: 80 })
    expect([hosts.has('127.0.0.1'), hosts.has('127.0.0.1:80'), origins.has('http://127.0.0.1')]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('lead people to the tunnel', () => {
    expect(publicOrigin({ ...LOOPBACK, tunnel: 'https://skein.example.org' })).toBe(
      'https://skein.example.org',
    )
    expect(publicOrigin({ ...LOOPBACK, hosts: ['::1'] })).toBe('http://[::1]:4517')
  })
})

describe('a tunnel', () => {
  it('is answered under its name, and its own page may ask', async () => {
    const server = await kit.start({ tunnel: 'https://skein.example.org' })
    const cookie = kit.cookie(server)
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await ask(server, { path: '/api/me', headers: { cookie, ...headers } })).status
    const host = 'skein.example.org'
    expect(await status({ host })).toBe(200)
    expect(await status({ host, origin: 'https://skein.example.org' })).toBe(200)
    expect(await status({ host, origin: 'http://skein.example.org' })).toBe(403)
    expect(await status({ host: 'other.example.org' })).toBe(421)
    expect(await status({ host: 'skein.example.org:8443' })).toBe(421)
  })
})

describe('headers of a proxy', () => {
  const forwarded = {
    'x-forwarded-for': '10.1.1.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
  }

  it('count for nothing unless told', async () => {
    const server = await kit.start()
    const opened = await ask(server, { path: kit.link(server), headers: forwarded })
    expect([opened.status, String(opened.headers['set-cookie']).includes('Secure')]).toEqual([303, false])
  })

  it('are believed when told, and held to the same names', async () => {
    const server = await kit.start({ trustProxy: true, tunnel: 'https://skein.example.org' })
    expect((await ask(server, { path: '/', headers: forwarded })).status).toBe(421)
    const headers = { ...forwarded, 'x-forwarded-host': 'skein.example.org' }
    const opened = await ask(server, { path: kit.link(server), headers })
    expect([opened.status, String(opened.headers['set-cookie']).includes('Secure')]).toEqual([303, true])
  })

  it('tell guessers apart by what the proxy added, not by what they claim', async () => {
    const server = await kit.start({ trustProxy: true })
    const guess = async (address: string): Promise<number> =>
      (await ask(server, { path: '/open?token=x', headers: { 'x-forwarded-for': address } })).status
    const seen: number[] = []
    for (let i = 0; i < 6; i++) seen.push(await guess(`10.0.0.${i}, 192.0.2.1`))
    expect([...seen, await guess('192.0.2.2')]).toEqual([403, 403, 403, 403, 403, 429, 403])
  })
})

describe.runIf(HAS_OPENSSL)('TLS', () => {
  it('is spoken under the names of the certificate, with cookies for TLS only', async () => {
    const tls = certificate(kit.folder, 'DNS:skein.test,DNS:*.wild.test,IP:10.1.2.3')
    const server = await kit.start({ tls })
    const get = (
      path: string,
      host: string,
    ): Promise<{ status?: number; headers: NodeJS.Dict<string | string[]> }> =>
      new Promise((done, fail) =>
        request(
          {
            host: '127.0.0.1',
            port: server.reach.port,
            path,
            ca: tls.cert,
            servername: 'skein.test',
            headers: { host },
            agent: false,
          },
          (response) => {
            response.resume()
            done({ status: response.statusCode, headers: response.headers })
          },
        )
          .on('error', fail)
          .end(),
      )
    const { port } = server.reach
    const opened = await get(kit.link(server), `skein.test:${port}`)
    expect([opened.status, opened.headers['strict-transport-security']]).toEqual([303, 'max-age=31536000'])
    expect(String(opened.headers['set-cookie'])).toContain('; Secure')
    expect((await get('/healthz', `10.1.2.3:${port}`)).status).toBe(200)
    for (const host of [`a.wild.test:${port}`, `evil.example:${port}`, 'skein.test'])
      expect((await get('/healthz', host)).status).toBe(421)
    const plain = await ask(server, { path: '/healthz' }).catch(() => null)
    expect(plain?.status ?? null).not.toBe(200)
  })
})
