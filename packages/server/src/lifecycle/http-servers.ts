import { createServer as createHttp, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { endSocket, rawAnswer } from '../http/raw-answer.ts'
import type { Limits } from '../security/limits.ts'
import type { Tls } from '../security/reach.ts'
import type { Connections } from './connections.ts'

export interface HttpOptions {
  readonly tls: Tls | null
  readonly limits: Limits
  readonly connections: Connections
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** A server of Node's with every limit it has set; listening is the caller's. */
export function createHttpServer(options: HttpOptions): Server {
  const { limits, tls, connections, headers } = options
  const settings = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.checkInterval,
    // The gate refuses what names no host; Node's own refusal has none of our headers.
    requireHostHeader: false,
  }
  const server =
    tls === null
      ? createHttp(settings)
      : createHttps({ ...settings, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: limits.headersTimeout })
  // Node would leave out headers past its own limit without a word; the gate counts them and refuses.
  server.maxHeadersCount = 0
  server.maxConnections = limits.connections
  server.maxRequestsPerSocket = 10_000
  server.timeout = limits.idleTimeout
  server.on('connection', (socket) => connections.accept(socket))
  // Of what is written, the socket below TLS knows nothing.
  server.on(tls === null ? 'connection' : 'secureConnection', (socket) => connections.watch(socket))
  server.on('clientError', (error, socket) => endSocket(socket, rawAnswer(error, headers)))
  // Before TLS is agreed on there is nobody to tell: an answer would wait for ever.
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy())
  return server
}

/** Listens; the port it got. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen({ port, host, exclusive: true, backlog: BACKLOG }, () => {
      server.off('error', fail)
      // A server that listens on TCP has such an address.
      done((server.address() as AddressInfo).port)
    })
  })
}

export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}

/** Connections that wait to be taken: all readers of a server that was started again come back at once. */
const BACKLOG = 4096
