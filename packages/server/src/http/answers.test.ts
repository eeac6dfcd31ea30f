import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { afterAll, expect, it } from 'vitest'
import { ask, ServerKit } from '../../test/server-kit.ts'
import type { AppEnv } from '../app-env.ts'

const kit = new ServerKit()
afterAll(() => kit.stop())

it('answers JSON packed from 1 KB on, and not again to who has it', async () => {
  const server = await kit.start()
  const headers = { cookie: kit.cookie(server) }
  const whole = JSON.stringify({ text: 'x'.repeat(4000) })
  const plain = await ask(server, { path: '/api/large', headers })
  const br = await ask(server, { path: '/api/large', headers: { ...headers, 'accept-encoding': 'gzip, br' } })
  const gzip = await ask(server, { path: '/api/large', headers: { ...headers, 'accept-encoding': 'gzip' } })
  const small = await ask(server, { path: '/api/me', headers: { ...headers, 'accept-encoding': 'br' } })
  expect([plain.text, brotliDecompressSync(br.body).toString(), gunzipSync(gzip.body).toString()]).toEqual([
    whole,
    whole,
    whole,
  ])
  expect([br, gzip, small].map((one) => one.headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  expect(new Set([plain, br, gzip].map((one) => one.headers.etag)).size).toBe(1)
  expect([br.headers.vary, br.headers['cache-control']]).toEqual(['Accept-Encoding', 'private, no-cache'])
  const known = await ask(server, {
    path: '/api/large',
    headers: { ...headers, 'if-none-match': br.headers.etag ?? '' },
  })
  expect([known.status, known.text, known.headers.etag]).toEqual([304, '', br.headers.etag])
  const other = await ask(server, { path: '/api/large', headers: { ...headers, 'if-none-match': '"other"' } })
  expect(other.status).toBe(200)
})

it('keeps the tag that a route gives', async () => {
  const api = new Hono<AppEnv>().get('/versioned', (c) => c.json({ a: 1 }, 200, { ETag: '"3:400"' }))
  const server = await kit.start({ api })
  const headers = { cookie: kit.cookie(server), 'if-none-match': 'W/"1", W/"3:400"' }
  expect((await ask(server, { path: '/api/versioned', headers })).status).toBe(304)
})

it('hands a download on as it comes, JSON too', async () => {
  let letGo = (): void => {}
  const rest = new Promise<void>((done) => (letGo = done))
  const api = new Hono<AppEnv>().get('/export', (c) => {
    c.header('Content-Type', 'application/json; charset=utf-8')
    c.header('Content-Disposition', 'attachment; filename="all.json"')
    return stream(c, async (out) => {
      await out.write('{"a":')
      await rest
      await out.write('1}')
    })
  })
  const server = await kit.start({ api })
  const response = await fetch(`${server.url}/api/export`, { headers: { cookie: kit.cookie(server) } })
  const pieces = response.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  expect((await pieces?.next())?.value).toBe('{"a":')
  letGo()
  expect((await pieces?.next())?.value).toBe('1}')
  expect([response.headers.get('etag'), response.headers.get('content-length')]).toEqual([null, null])
})

it('gives no tag to refusals', async () => {
  const server = await kit.start()
  const answer = await ask(server, { path: '/api/me' })
  expect([answer.status, answer.headers.etag, answer.headers['cache-control']]).toEqual([
    401,
    undefined,
    'no-store',
  ])
})
