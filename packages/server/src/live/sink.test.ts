import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { MOST_UNREAD, responseSink, type Sink } from './sink.ts'

describe('responseSink', () => {
  const ends: (() => void)[] = []
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })

  it('gives a client the events in order, whoever writes them', async () => {
    const { url, streams } = await serving(ends)
    const answer = fetch(url).then((response) => response.text())
    const { sink, response } = await streams.next()
    for (const text of ['data: 1\n\n', 'data: grüße\n\n']) expect(sink.write(text)).toBe(true)
    response.write('data: other\n\n')
    expect(sink.write('data: 2\n\n')).toBe(true)
    response.end('retry: 5\n\n')
    expect(await answer).toBe('data: 1\n\ndata: grüße\n\ndata: other\n\ndata: 2\n\nretry: 5\n\n')
    expect(sink.write('data: late\n\n')).toBe(false)
  })

  it('gives the same bytes to all, and lets the connection be used again', async () => {
    const { port, streams } = await serving(ends)
    const sockets = [connect(port), connect(port)]
    ends.push(() => sockets.forEach((socket) => socket.destroy()))
    const heard = sockets.map((socket) => listening(socket))
    for (const socket of sockets) socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n')
    const both = [await streams.next(), await streams.next()]
    for (const text of ['data: 1\n\n', 'data: 2\n\n']) for (const { sink } of both) sink.write(text)
    for (const { sink } of both) sink.close()
    for (const { text } of heard)
      expect(bodyOf(await text('\r\n0\r\n\r\n'))).toBe('9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n0\r\n\r\n')
    sockets[0].write('GET /b HTTP/1.1\r\nHost: x\r\n\r\n')
    const { sink } = await streams.next()
    sink.write('data: 3\n\n')
    sink.close()
    expect(await heard[0].text('data: 3\n\n\r\n0\r\n\r\n')).toContain('9\r\ndata: 3')
  })

  it('makes no chunks where the client knows none, and no body for HEAD', async () => {
    const { port, streams } = await serving(ends)
    for (const [request, body] of [
      ['GET /a HTTP/1.0\r\n\r\n', 'data: 1\n\ndata: 2\n\n'],
      ['HEAD /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', ''],
    ]) {
      const socket = connect(port)
      const heard = listening(socket)
      socket.write(request)
      const { sink } = await streams.next()
      for (const text of ['data: 1\n\n', 'data: 2\n\n']) sink.write(text)
      sink.close()
      await once(socket, 'close')
      expect(bodyOf(await heard.text(''))).toBe(body)
    }
  })

  it('does not overtake the answer before it on the same connection', async () => {
    const { port, streams } = await serving(ends)
    const socket = connect(port)
    ends.push(() => socket.destroy())
    const heard = listening(socket)
    socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n')
    const [first, second] = [await streams.next(), await streams.next()]
    for (const text of ['data: b1\n\n', 'data: b2\n\n']) second.sink.write(text)
    for (const text of ['data: a1\n\n', 'data: a2\n\n']) first.sink.write(text)
    first.sink.close()
    await heard.text('b2')
    second.sink.write('data: b3\n\n')
    second.sink.close()
    const all = await heard.text('data: b3\n\n\r\n0\r\n\r\n')
    expect([...all.matchAll(/data: (\w\d)/g)].map((match) => match[1])).toEqual([
      'a1',
      'a2',
      'b1',
      'b2',
      'b3',
    ])
  })

  it('refuses to hold more for a client that does not read', async () => {
    const { port, streams } = await serving(ends)
    const socket = connect(port)
    ends.push(() => socket.destroy())
    socket.pause()
    socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n')
    const { sink, response } = await streams.next()
    const event = `data: ${'x'.repeat(64 * 1024)}\n\n`
    let written = 0
    while (sink.write(event)) written += event.length
    expect(response.writableLength).toBeGreaterThan(MOST_UNREAD)
    expect(response.writableLength).toBeLessThan(MOST_UNREAD + 2 * event.length)
    expect(written).toBeGreaterThan(MOST_UNREAD)
    const closed = once(response, 'close')
    sink.close()
    await closed
  })
})

interface Stream {
  readonly sink: Sink
  readonly response: ServerResponse
}

/** A server whose every answer is a sink for the test to write to. */
async function serving(ends: (() => void)[]): Promise<{
  readonly url: string
  readonly port: number
  readonly streams: { readonly next: () => Promise<Stream> }
}> {
  const arrived: Stream[] = []
  const waiting: ((stream: Stream) => void)[] = []
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const stream = { sink: responseSink(response), response }
    const next = waiting.shift()
    if (next === undefined) arrived.push(stream)
    else next(stream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens has an address.
  const { port } = server.address() as AddressInfo
  const next = (): Promise<Stream> => {
    const stream = arrived.shift()
    return stream === undefined ? new Promise((ready) => waiting.push(ready)) : Promise.resolve(stream)
  }
  return { url: `http://127.0.0.1:${port}/`, port, streams: { next } }
}

/** What came over a socket, once it ends with something. */
function listening(socket: Socket): { readonly text: (until: string) => Promise<string> } {
  let all = ''
  const looks = new Set<() => void>()
  socket.setEncoding('latin1').on('data', (part: string) => {
    all += part
    for (const look of looks) look()
  })
  return {
    text: (until) =>
      new Promise((found) => {
        const look = (): void => {
          if (!all.includes(until)) return
          looks.delete(look)
          found(all)
        }
        looks.add(look)
        look()
      }),
  }
}

function bodyOf(answer: string): string {
  return answer.slice(answer.indexOf('\r\n\r\n') + 4)
}
