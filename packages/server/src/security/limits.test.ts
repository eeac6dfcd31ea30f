import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { ask, askRaw, codeOf, rawSocket, ServerKit } from '../../test/server-kit.ts'
import type { RunningServer } from '../lifecycle/start-server.ts'

const kit = new ServerKit()
afterAll(() => kit.stop())

const hostOf = (server: RunningServer): string => `127.0.0.1:${server.reach.port}`

describe('sizes', () => {
  it('of a body are bounded, said or not', async () => {
    const server = await kit.start({ limits: { body: 1000 } })
    const headers = { cookie: kit.cookie(server), 'x-skein-csrf': '1' }
    const path = '/api/things/1'
    const fits = await ask(server, { method: 'POST', path, headers, body: 'x'.repeat(1000) })
    expect({ status: fits.status, body: JSON.parse(fits.text) }).toEqual({
      status: 200,
      body: { got: 'x'.repeat(1000) },
    })
    const large = await ask(server, { method: 'POST', path, headers, body: 'x'.repeat(1001) })
    expect({ status: large.status, code: codeOf(large) }).toEqual({ status: 413, code: 'too-large' })
    const chunk = `3e8\r\n${'x'.repeat(1000)}\r\n`
    const chunked = (body: string): Promise<string> =>
      askRaw(
        server,
        `POST ${path} HTTP/1.1\r\nHost: ${hostOf(server)}\r\nCookie: ${headers.cookie}\r\nX-Skein-Csrf: 1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${body}`,
      )
    expect(await chunked(`${chunk}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
    // Never ended: refused as soon as it is too much.
    expect(await chunked(chunk + chunk)).toMatch(/^HTTP\/1\.1 413 /)
    expect(
      await askRaw(server, `POST ${path} HTTP/1.1\r\nHost: ${hostOf(server)}\r\nContent-Length: 1e9\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('of a body are not even read for who may not send one', async () => {
    const server = await kit.start({ limits: { body: 1000 } })
    const headers = { 'x-skein-csrf': '1' }
    const answer = await ask(server, {
      method: 'POST',
      path: '/api/things/1',
      headers,
      body: 'x'.repeat(900),
    })
    expect(answer.status).toBe(401)
  })

  it('of addresses, queries and headers are bounded', async () => {
    const server = await kit.start({ limits: { path: 100, query: 200, headers: 20, headerBytes: 8192 } })
    const seen = await Promise.all([
      ask(server, { path: `/${'a'.repeat(99)}` }),
      ask(server, { path: `/${'a'.repeat(100)}` }),
      ask(server, { path: `/?${'a'.repeat(199)}` }),
      ask(server, { path: `/?${'a'.repeat(200)}` }),
      ask(server, { path: '/', headers: numbered(10, 'x') }),
      ask(server, { path: '/', headers: numbered(20, 'x') }),
      ask(server, { path: '/', headers: numbered(1, 'x'.repeat(9000)) }),
    ])
    expect(seen.map(({ status }) => status)).toEqual([200, 414, 200, 414, 200, 431, 431])
    for (const answer of seen.filter(({ status }) => status !== 200)) expect(codeOf(answer)).toBe('too-large')
    for (const { headers } of seen) expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('count headers before any is left out: one past the limit cannot hide the origin', async () => {
    const server = await kit.start()
    const many = Array.from({ length: 3000 }, (_, i) => `a${i}:`).join('\r\n')
    const text = `GET /api/me HTTP/1.1\r\nHost: ${hostOf(server)}\r\n${many}\r\nOrigin: https://evil.example\r\n\r\n`
    expect(await askRaw(server, text)).toMatch(/^HTTP\/1\.1 431 /)
  })
})

describe('time', () => {
  it('for headers is bounded, however slowly they come', async () => {
    const server = await kit.start({ limits: { headersTimeout: 60, requestTimeout: 120, checkInterval: 20 } })
    const socket = rawSocket(server)
    const text = read(socket)
    socket.write(`GET / HTTP/1.1\r\nHost: ${hostOf(server)}\r\n`)
    const drip = setInterval(() => socket.write('X: y\r\n'), 10)
    const answer = await text
    clearInterval(drip)
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*too-slow/s)
  })

  it('for a body is bounded', async () => {
    const server = await kit.start({ limits: { headersTimeout: 60, requestTimeout: 120, checkInterval: 20 } })
    const socket = rawSocket(server)
    const text = read(socket)
    const cookie = kit.cookie(server)
    socket.write(
      `POST /api/things/1 HTTP/1.1\r\nHost: ${hostOf(server)}\r\nCookie: ${cookie}\r\nX-Skein-Csrf: 1\r\nContent-Length: 500\r\n\r\n`,
    )
    const drip = setInterval(() => socket.write('x'), 10)
    const answer = await text
    clearInterval(drip)
    expect(answer).not.toMatch(/^HTTP\/1\.1 200 /)
  })

  it('without a request is bounded', async () => {
    const server = await kit.start({ limits: { headersTimeout: 60, requestTimeout: 60, checkInterval: 20 } })
    const silent = rawSocket(server)
    await Promise.all([once(silent, 'close'), Promise.resolve(silent.resume())])
    const idle = await kit.start({ limits: { keepAliveTimeout: 20 } })
    const kept = rawSocket(idle)
    const text = read(kept)
    kept.write(`GET /healthz HTTP/1.1\r\nHost: ${hostOf(idle)}\r\n\r\n`)
    expect(await text).toMatch(/^HTTP\/1\.1 200 .*ok$/s)
  })
})

describe('connections', () => {
  it('are bounded in all: thousands more are ended, and those that are in still get answers', async () => {
    const most = 50
    const server = await kit.start({
      limits: { connections: most, connectionsPerAddress: 1000, keepAliveTimeout: 600_000 },
    })
    const first = await opened(server)
    const others = await Promise.all(Array.from({ length: tries() }, () => tried(server)))
    const held = others.filter((socket) => !socket.destroyed)
    expect(held.length).toBeLessThanOrEqual(most - 1)
    const text = read(first)
    first.write(`GET /healthz HTTP/1.1\r\nHost: ${hostOf(server)}\r\nConnection: close\r\n\r\n`)
    expect(await text).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of held) socket.destroy()
  })

  it('are bounded by address', async () => {
    const server = await kit.start({ limits: { connections: 100, connectionsPerAddress: 3 } })
    const sockets = [await opened(server), await opened(server), await opened(server)]
    const fourth = await tried(server)
    expect(fourth.destroyed).toBe(true)
    const other = connect({ port: server.reach.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    other.on('error', () => {})
    const text = read(other)
    other.write(`GET /healthz HTTP/1.1\r\nHost: ${hostOf(server)}\r\nConnection: close\r\n\r\n`)
    expect(await text).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of sockets) socket.destroy()
  })
})

/** Ten thousand, or as many as this process may have open: both ends of each are in it. */
function tries(): number {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | string } }
  }
  const files = Number(userLimits?.open_files?.soft)
  return Math.min(10_000, Math.floor(((Number.isFinite(files) ? files : Infinity) - 500) / 2))
}

function numbered(count: number, value: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, value]))
}

function read(socket: Socket): Promise<string> {
  return new Promise((done) => {
    let text = ''
    socket.on('data', (data) => (text += data.toString('latin1')))
    socket.on('close', () => done(text))
  })
}

/** A connection that the server has taken: it answered on it. */
async function opened(server: RunningServer): Promise<Socket> {
  const socket = rawSocket(server)
  socket.write(`GET /healthz HTTP/1.1\r\nHost: ${hostOf(server)}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

/** A connection that was either answered on or ended. */
async function tried(server: RunningServer): Promise<Socket> {
  const socket = rawSocket(server)
  socket.write(`GET /healthz HTTP/1.1\r\nHost: ${hostOf(server)}\r\n\r\n`)
  await new Promise((done) => socket.once('data', done).once('close', done))
  return socket
}
