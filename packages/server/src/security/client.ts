import type { IncomingMessage } from 'node:http'
import { headersNamed } from './gate.ts'
import type { Reach } from './reach.ts'

/** What is needed to tell who asks, and how. */
export interface Client {
  readonly reach: Reach
  readonly trustProxy: boolean
}

/** The address that failures are counted by. Behind a proxy it is the one that the proxy itself added: the last. */
export function clientAddress(incoming: IncomingMessage, { trustProxy }: Client): string {
  const direct = incoming.socket.remoteAddress ?? ''
  if (!trustProxy) return direct
  const forwarded = headersNamed(incoming.rawHeaders, 'x-forwarded-for').join(',').split(',').at(-1)?.trim()
  return forwarded === undefined || forwarded === '' ? direct : forwarded.slice(0, 64)
}

/** Whether the browser speaks TLS, to us or to what stands in front of us. */
export function isSecure(incoming: IncomingMessage, { reach, trustProxy }: Client): boolean {
  if (reach.tls !== null) return true
  const host = incoming.headers.host?.toLowerCase()
  if (reach.tunnel !== null && host === new URL(reach.tunnel).host) return reach.tunnel.startsWith('https:')
  return trustProxy && headersNamed(incoming.rawHeaders, 'x-forwarded-proto').at(-1) === 'https'
}
