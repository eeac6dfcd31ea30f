import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { afterAll, describe, expect, it } from 'vitest'
import { ask, codeOf, rawSocket, ServerKit } from '../../test/server-kit.ts'
import type { AppEnv } from '../app-env.ts'
import { isTaken } from './http-servers.ts'

const kit = new ServerKit()
afterAll(() => kit.stop())

/** Holds requests until they are let go. */
function held(): { readonly api: Hono<AppEnv>; readonly arrived: Promise<void>; readonly letGo: () => void } {
  let letGo = (): void => {}
  let onArrived = (): void => {}
  const free = new Promise<void>((done) => (letGo = done))
  const arrived = new Promise<void>((done) => (onArrived = done))
  const api = new Hono<AppEnv>().get('/slow', async (c) => {
    onArrived()
    await free
    return c.json({ done: true })
  })
  return { api, arrived, letGo }
}

describe('stopping', () => {
  it('takes no more, ends streams with a hint when to come back, and lets requests end', async () => {
    const { api, arrived, letGo } = held()
    api.get('/live', (c) => {
      c.header('Content-Type', 'text/event-stream')
      return stream(c, async (out) => {
        await out.write('data: hello\n\n')
        await new Promise<void>((done) => out.onAbort(done))
      })
    })
    const server = await kit.start({ api })
    const headers = { cookie: kit.cookie(server) }
    const live = await fetch(`${server.url}/api/live`, { headers })
    const chunks = live.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
    expect((await chunks?.next())?.value).toBe('data: hello\n\n')
    const slow = ask(server, { path: '/api/slow', headers })
    const idle = rawSocket(server)
    await Promise.all([arrived, once(idle, 'connect')])
    const stopped = server.stop()
    expect((await chunks?.next())?.value).toBe('retry: 2000\n\n')
    expect((await chunks?.next())?.done).toBe(true)
    const refused = connect(server.reach.port, '127.0.0.1')
    const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNREFUSED')
    letGo()
    expect(JSON.parse((await slow).text)).toEqual({ done: true })
    await stopped
  })

  it('does not wait for ever', async () => {
    const { api, arrived } = held()
    const server = await kit.start({ api, limits: { stopTimeout: 30 } })
    const slow = ask(server, { path: '/api/slow', headers: { cookie: kit.cookie(server) } })
    const failed = slow.catch((error: Error) => error.message)
    await arrived
    await server.stop()
    expect(await failed).toBe('socket hang up')
  })
})

describe('requests at the same time', () => {
  it('are bounded; streams do not count', async () => {
    const { api, arrived, letGo } = held()
    api.get('/live', (c) =>
      stream(c, async (out) => {
        await out.write('data: hello\n\n')
        await new Promise<void>((done) => out.onAbort(done))
      }),
    )
    const server = await kit.start({ api, limits: { requests: 1 } })
    const headers = { cookie: kit.cookie(server) }
    const slow = ask(server, { path: '/api/slow', headers })
    await arrived
    const live = rawSocket(server)
    live.write(
      `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${server.reach.port}\r\nCookie: ${headers.cookie}\r\n\r\n`,
    )
    await once(live, 'data')
    const refused = await ask(server, { path: '/healthz' })
    expect([refused.status, codeOf(refused), refused.headers['retry-after']]).toEqual([503, 'busy', '1'])
    letGo()
    expect((await slow).status).toBe(200)
    expect((await ask(server, { path: '/healthz' })).status).toBe(200)
    live.destroy()
  })
})

describe('a client that does not read', () => {
  it('is dropped when too much waits for it', async () => {
    const chunk = 'x'.repeat(1024 * 1024)
    const api = new Hono<AppEnv>().get('/live', (c) => {
      // As events are sent: written without waiting for the client.
      c.env.outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' })
      for (let i = 0; i < 64; i++) c.env.outgoing.write(chunk)
      return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
    })
    const server = await kit.start({ api })
    const socket = rawSocket(server)
    socket.pause()
    const cookie = kit.cookie(server)
    socket.write(
      `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${server.reach.port}\r\nCookie: ${cookie}\r\n\r\n`,
    )
    while (!server.metrics.text().includes('skein_sse_clients 1')) await new Promise(setImmediate)
    // The first looks see what the system's own buffers still took.
    while (!server.metrics.text().includes('skein_connections_dropped_total 1')) {
      server.check()
      await new Promise(setImmediate)
    }
    socket.destroy()
  })
})

describe('ports', () => {
  it('that are taken are told', async () => {
    const server = await kit.start()
    const error = await kit.start({ port: server.reach.port }).catch((reason: unknown) => reason)
    expect(isTaken(error)).toBe(true)
  })

  it('are the usual one, or the next that is free, unless said', async () => {
    const [one, two] = [await kit.start({ port: null }), await kit.start({ port: null })]
    expect(one.reach.port).not.toBe(two.reach.port)
    expect([
      (await ask(one, { path: '/healthz' })).text,
      (await ask(two, { path: '/healthz' })).text,
    ]).toEqual(['ok', 'ok'])
  })
})

describe('what is told about it', () => {
  it('counts requests by route and status, never by id', async () => {
    const server = await kit.start()
    const headers = { cookie: kit.cookie(server) }
    await ask(server, { path: '/api/things/secret-id', headers })
    await ask(server, { path: '/api/things/secret-id' })
    await ask(server, { path: '/s/secret-session' })
    const { status, text } = await ask(server, { path: '/metrics', headers })
    expect(status).toBe(200)
    expect(text).toContain('skein_requests_total{method="GET",route="/api/things/:thing",status="200"} 1\n')
    expect(text).toContain('skein_request_duration_seconds_count 3\n')
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).toMatch(/^skein_sent_bytes_total [1-9]\d*$/m)
    expect(text).not.toContain('secret')
  })

  it('counts a stream, and not how long somebody listened', async () => {
    const server = await kit.start()
    const headers = { cookie: kit.cookie(server) }
    const stop = new AbortController()
    const live = await fetch(`${server.url}/api/live`, { headers, signal: stop.signal })
    await live.body?.getReader().read()
    stop.abort()
    const counted = 'skein_requests_total{method="GET",route="/api/live",status="200"} 1\n'
    while (!server.metrics.text().includes(counted)) await new Promise(setImmediate)
    expect(server.metrics.text()).toContain('skein_request_duration_seconds_count 0\n')
  })

  it('logs no query, no token and no id', async () => {
    const lines: string[] = []
    const write = (event: string, fields: object = {}): void =>
      void lines.push(JSON.stringify({ event, ...fields }))
    const server = await kit.start({}, { info: write, warn: write, error: write })
    const cookie = kit.cookie(server)
    const link = kit.link(server)
    for (const path of [
      link,
      link,
      '/api/things/secret-id?q=secret-query',
      '/search?q=secret-query',
      '/api/broken',
    ])
      await ask(server, { path, headers: { cookie } })
    expect(lines.length).toBeGreaterThanOrEqual(5)
    const all = lines.join('\n')
    for (const secret of ['secret', cookie.split('=')[1] ?? '', link.split('=')[1] ?? ''])
      expect(all).not.toContain(secret)
  })
})
