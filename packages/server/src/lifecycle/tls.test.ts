import { once } from 'node:events'
import { connect as connectTls } from 'node:tls'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificate, HAS_OPENSSL } from '../../test/certificate.ts'
import { rawSocket, ServerKit } from '../../test/server-kit.ts'
import type { AppEnv } from '../app-env.ts'
import { responseSink } from '../live/sink.ts'
import type { Tls } from '../security/reach.ts'

const kit = new ServerKit()
afterAll(() => kit.stop())

describe.runIf(HAS_OPENSSL)('a server that speaks TLS itself', () => {
  let tls: Tls
  beforeAll(() => {
    tls = certificate(kit.folder, 'DNS:skein.test,IP:127.0.0.1')
  })

  it('waits for a greeting no longer than for headers', async () => {
    const server = await kit.start({ tls, limits: { headersTimeout: 60 } })
    const silent = rawSocket(server).resume()
    await once(silent, 'close')
  })

  it('stops though somebody never said a word', async () => {
    const server = await kit.start({ tls, limits: { stopTimeout: 30 } })
    const silent = rawSocket(server).resume()
    while (!server.metrics.text().includes('skein_connections 1\n')) await new Promise(setImmediate)
    await Promise.all([once(silent, 'close'), server.stop()])
  })

  it('drops a client that does not read', async () => {
    const chunk = 'x'.repeat(1024 * 1024)
    const api = new Hono<AppEnv>().get('/live', (c) => {
      c.env.outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' })
      for (let i = 0; i < 64; i++) c.env.outgoing.write(chunk)
      return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
    })
    const server = await kit.start({ api, tls })
    const socket = asking(server.reach.port, kit.cookie(server))
    socket.pause()
    while (!server.metrics.text().includes('skein_connections_dropped_total 1\n')) {
      server.check()
      await new Promise(setImmediate)
    }
    socket.destroy()
  })

  it('tells events whole and in order, past what the socket takes at once', async () => {
    const events = Array.from({ length: 40 }, (_, i) => `data: ${i} ${'ü'.repeat(5000 + i)}\n\n`)
    const api = new Hono<AppEnv>().get('/live', (c) => {
      c.env.outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' })
      const sink = responseSink(c.env.outgoing)
      for (const event of events) expect(sink.write(event)).toBe(true)
      sink.close()
      return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
    })
    const server = await kit.start({ api, tls })
    const socket = asking(server.reach.port, kit.cookie(server))
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    await once(socket, 'close')
    const [, ...body] = Buffer.concat(parts).toString().split('\r\n\r\n')
    const chunks = events.map((event) => `${Buffer.byteLength(event).toString(16)}\r\n${event}\r\n`)
    expect(body.join('\r\n\r\n')).toBe(`${chunks.join('')}0\r\n\r\n`)
  })

  function asking(port: number, cookie: string): ReturnType<typeof connectTls> {
    const socket = connectTls({ port, host: '127.0.0.1', ca: tls.cert, servername: 'skein.test' })
    socket.on('error', () => {})
    socket.write(
      `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    )
    return socket
  }
})
