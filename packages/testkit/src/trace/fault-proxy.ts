import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/**
 * What becomes of a request on its way. `pass`: it goes through. `answer`: it never gets there. `lose`: it gets there, and
 * the answer is lost. `hold`: it gets there, and the answer comes too late. `break`: half of it gets there, `meanwhile` happens
 * and the connection breaks.
 */
export type Fault =
  | { readonly kind: 'pass' }
  | { readonly kind: 'answer'; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly kind: 'lose' }
  | { readonly kind: 'hold' }
  | { readonly kind: 'break'; readonly meanwhile: () => Promise<void> }

export interface SeenRequest {
  readonly encoding: string
  /** Of the body, unpacked. */
  readonly size: number
  readonly spans: number
  readonly fault: Fault['kind']
}

/** Stands in front of a real receiver and does to requests what networks and servers do. */
export class FaultProxy {
  readonly seen: SeenRequest[] = []
  /** Where requests go; null while nobody is there. */
  upstream: string | null
  /** Says what becomes of a request, by its number from 0 and the size of its body. */
  faultOf: (number: number, size: number) => Fault = () => ({ kind: 'pass' })
  readonly #server: Server
  #count = 0

  static async start(upstream: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(upstream)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  private constructor(upstream: string) {
    this.upstream = upstream
    this.#server = createServer((incoming, response) => {
      this.#handle(incoming, response).catch(() => incoming.socket.destroy())
    })
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo // It listens on a port, not on a pipe.
    return `http://127.0.0.1:${port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming)
    const encoding = String(incoming.headers['content-encoding'] ?? '')
    const text = (encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8')
    const size = Buffer.byteLength(text)
    const fault = this.faultOf(this.#count++, size)
    this.seen.push({
      encoding,
      size,
      spans: text.split('"spanId":').length - 1,
      fault: fault.kind,
    })
    switch (fault.kind) {
      case 'answer':
        response.writeHead(fault.status, fault.headers).end('no')
        return
      case 'break':
        await this.#sendHalf(incoming, body, fault.meanwhile)
        incoming.socket.destroy()
        return
      case 'lose':
        await this.#forward(incoming, body)
        incoming.socket.destroy()
        return
      case 'hold':
        // Whoever waits gives up and closes the connection; nothing is answered before.
        await this.#forward(incoming, body)
        await once(response, 'close')
        return
      case 'pass': {
        const { status, headers, answer } = await this.#forward(incoming, body)
        response.writeHead(status, headers).end(answer)
      }
    }
  }

  async #forward(incoming: IncomingMessage, body: Buffer) {
    const outgoing = this.#open(incoming, body)
    outgoing.end(body)
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    const { statusCode = 0, headers } = answer
    return {
      status: statusCode,
      headers: { 'content-type': headers['content-type'] ?? '' },
      answer: await bodyOf(answer),
    }
  }

  async #sendHalf(incoming: IncomingMessage, body: Buffer, meanwhile: () => Promise<void>): Promise<void> {
    const outgoing = this.#open(incoming, body)
    const broken = once(outgoing, 'error')
    await new Promise<unknown>((done) => outgoing.write(body.subarray(0, body.length >> 1), done))
    await meanwhile()
    await broken.catch(() => {})
  }

  #open(incoming: IncomingMessage, body: Buffer) {
    const headers = { ...incoming.headers, host: '', 'content-length': String(body.length) }
    return request(`${this.upstream}${incoming.url}`, {
      method: 'POST',
      headers: { ...headers, host: new URL(this.upstream ?? '').host },
      agent: false,
    })
  }
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer) // What a stream without encoding gives.
  return Buffer.concat(chunks)
}
