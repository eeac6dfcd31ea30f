import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, type Target } from '../target/target.ts'
import type { Answer } from './answer.ts'
import { waitOf } from './http-answer.ts'
import { HttpTransport } from './http-transport.ts'

let server: Server
const seen: { headers: IncomingHttpHeaders; body: Buffer }[] = []

afterEach(async () => {
  seen.length = 0
  await ended()
})

async function ended(): Promise<void> {
  if (!server.listening) return
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

const KEY = 'Basic cGstbWFkZS11cDpzay1tYWRlLXVw'

/** What a real server on loopback answers, and what that is taken for. */
async function answered(
  answer: (response: ServerResponse) => void,
  options: Partial<Target> = {},
): Promise<Answer> {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({ headers: request.headers, body: Buffer.concat(chunks) })
      answer(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port, not on a pipe.
  return deliver(`http://127.0.0.1:${port}/v1/traces`, options)
}

async function deliver(url: string, options: Partial<Target> = {}): Promise<Answer> {
  const target: Target = {
    name: 'work',
    kind: 'otlp',
    url,
    headers: { authorization: KEY },
    compression: 'gzip',
    timeoutMs: 30_000,
    profile: 'genai',
    settings: DEFAULT_SETTINGS,
    ...options,
  }
  return (
    await new HttpTransport(target, () => 0).deliver([Buffer.from('{"resourceSpans":'), Buffer.from('[]}')])
  ).answer
}

function says(status: number, body = '', headers: Record<string, string> = {}) {
  return (response: ServerResponse): void => void response.writeHead(status, headers).end(body)
}

describe('a request', () => {
  it('is JSON, packed unless said otherwise, with the headers of the target', async () => {
    expect(await answered(says(200, '{}'))).toEqual({ kind: 'taken', rejected: 0, words: '' })
    const [{ headers, body }] = seen
    expect(headers).toMatchObject({
      authorization: KEY,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    })
    expect(gunzipSync(body).toString()).toBe('{"resourceSpans":[]}')
  })

  it('is plain where compression is off', async () => {
    await answered(says(200), { compression: 'none' })
    expect([seen[0].headers['content-encoding'], seen[0].body.toString()]).toEqual([
      undefined,
      '{"resourceSpans":[]}',
    ])
  })
})

describe('headers of a target', () => {
  it('cannot say how the body is sent', async () => {
    const headers = {
      'content-length': '5',
      'Transfer-Encoding': 'chunked',
      'content-encoding': 'br',
      'x-a': 'b',
    }
    expect(await answered(says(200), { headers, compression: 'none' })).toMatchObject({ kind: 'taken' })
    expect(seen[0].headers).toMatchObject({ 'content-type': 'application/json', 'x-a': 'b' })
    expect(seen[0].headers['content-encoding']).toBeUndefined()
    expect(seen[0].body.toString()).toBe('{"resourceSpans":[]}')
  })
})

describe('an answer', () => {
  const NO = { kind: 'later', taken: 'no' }
  const UNKNOWN = { kind: 'later', taken: 'unknown' }

  it.each([
    [429, NO],
    [503, NO],
    [408, NO],
    [500, UNKNOWN],
    [502, UNKNOWN],
    [504, UNKNOWN],
    [400, { kind: 'refused' }],
    [413, { kind: 'too-large' }],
    [401, { kind: 'stop' }],
    [403, { kind: 'stop' }],
    [404, { kind: 'stop' }],
  ])('of %i is %j', async (status, kind) => {
    expect(await answered(says(status))).toMatchObject(kind)
  })

  it('that leads elsewhere is not followed: the keys stay here', async () => {
    expect(await answered(says(302, '', { location: 'http://127.0.0.1:1/' }))).toMatchObject({ kind: 'stop' })
    expect(seen.length).toBe(1)
  })

  it('that is a web page has taken nothing', async () => {
    expect(await answered(says(200, '<html>', { 'content-type': 'text/html; charset=utf-8' }))).toMatchObject(
      {
        kind: 'stop',
      },
    )
  })

  it('says how many spans were not kept', async () => {
    const body = JSON.stringify({ partialSuccess: { rejectedSpans: '3', errorMessage: 'too old' } })
    expect(await answered(says(200, body))).toEqual({ kind: 'taken', rejected: 3, words: 'too old' })
  })

  it('may count more than a number holds: the exporter knows how many there were', async () => {
    const body = JSON.stringify({ partialSuccess: { rejectedSpans: '99999999999999999999' } })
    expect(await answered(says(200, body))).toEqual({ kind: 'taken', rejected: 1e20, words: '' })
  })

  it('is told in one short line that no terminal obeys, without what it was sent as a key', async () => {
    const body = `bad\u001b[31m\u001b]0;x\u0007 key ${KEY}\nsk-made-up\u202e ${'long '.repeat(1000)}`
    const answer = await answered(says(400, body))
    expect(answer).toEqual({
      kind: 'refused',
      words: expect.stringMatching(/^HTTP 400: bad key \*\*\* \*\*\* (long )+(l|lo|lon|long)?…$/) as string,
    })
  })

  it('cannot come from a port that fetch does not open', async () => {
    expect(await deliver('http://127.0.0.1:6000/v1/traces')).toMatchObject({
      kind: 'stop',
      words: 'the port of its address is not one for HTTP',
    })
  })

  it('that never comes is unknown', async () => {
    expect(await answered(() => {}, { timeoutMs: 50 })).toEqual({
      ...UNKNOWN,
      words: 'no answer within 50 ms',
      waitMs: null,
    })
  })

  it('of a connection that breaks is unknown', async () => {
    expect(await answered((response) => response.destroy())).toMatchObject(UNKNOWN)
  })

  it('of nobody is no', async () => {
    await answered(says(200))
    const { port } = server.address() as AddressInfo // As above.
    await ended()
    expect(await deliver(`http://127.0.0.1:${port}/v1/traces`)).toMatchObject({
      ...NO,
      words: 'no connection (ECONNREFUSED)',
    })
  })
})

it('Retry-After is a number of seconds, or a date', () => {
  expect(waitOf('120', 0)).toBe(120_000)
  expect(waitOf('Thu, 01 Jan 1970 00:01:00 GMT', 1000)).toBe(59_000)
  expect(waitOf('Thu, 01 Jan 1970 00:01:00 GMT', 90_000)).toBe(0)
  expect(waitOf('soon', 0)).toBe(null)
  expect(waitOf(null, 0)).toBe(null)
})
