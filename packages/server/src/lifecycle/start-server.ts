import type { Server } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { createApp, type AppContext } from '../app.ts'
import { Devices } from '../auth/devices.ts'
import { OneTimeLinks } from '../auth/one-time-links.ts'
import { securityHeaders } from '../security/headers.ts'
import { LIMITS, type Limits } from '../security/limits.ts'
import { allowList, localOrigin, type Reach } from '../security/reach.ts'
import { AppFiles } from '../static/app-files.ts'
import { Connections } from './connections.ts'
import { createHttpServer, isTaken, listen } from './http-servers.ts'
import { createListener } from './listener.ts'
import { Metrics } from './metrics.ts'
import { OpenRequests } from './open-requests.ts'

export interface StartOptions extends Omit<Reach, 'port'> {
  /** null: the usual one, or the next that is free; 0: any. */
  readonly port: number | null
  readonly auth: 'token' | 'password'
  /** Believe X-Forwarded-*: only where a proxy of one's own sets them. */
  readonly trustProxy: boolean
  /** Folder of the built app. */
  readonly appFolder: string
  readonly api: Hono<AppEnv>
  readonly limits?: Partial<Limits>
  readonly metrics?: Metrics
}

export interface RunningServer {
  readonly reach: Reach
  /** Where this machine opens it, without a slash at the end. */
  readonly url: string
  readonly metrics: Metrics
  readonly devices: Devices
  readonly links: OneTimeLinks
  /** Looks at once for devices that were revoked elsewhere, and for clients that do not read. */
  check(): void
  /** Takes no more requests, ends streams, waits for requests, then ends what is left. */
  stop(): Promise<void>
}

/** Starts to listen. One server a data directory is the caller's to see to (`lifecycle/only-server.ts`). */
export async function startServer(context: AppContext, options: StartOptions): Promise<RunningServer> {
  const limits = { ...LIMITS, ...options.limits }
  const headers = securityHeaders(options.tls !== null)
  const connections = new Connections(limits)
  const servers = options.hosts.map(() =>
    createHttpServer({ tls: options.tls, limits, connections, headers }),
  )
  const port = await listenAll(servers, options)
  const reach: Reach = {
    hosts: options.hosts,
    port,
    basePath: options.basePath,
    tls: options.tls,
    tunnel: options.tunnel,
  }

  const requests = new OpenRequests()
  const metrics = options.metrics ?? new Metrics()
  const devices = new Devices(context.state, context.now)
  const links = new OneTimeLinks(context.state, context.now)
  const files = new AppFiles(options.appFolder, options.basePath)
  const { auth, trustProxy, api } = options
  const app = createApp(context, {
    reach,
    limits,
    auth,
    trustProxy,
    files,
    requests,
    metrics,
    devices,
    links,
    api,
  })
  const rules = { allowed: allowList(reach), limits, basePath: reach.basePath, trustProxy }
  const clock = (): number => performance.now()
  const listener = createListener(app, { rules, headers, requests, metrics, log: context.log, clock })
  // Whoever expects more than we know gets the answer all the same; Node's own refusal has none of our headers.
  for (const server of servers) server.on('request', listener).on('checkExpectation', listener)
  addFigures(metrics, { connections, requests })

  const endInvalid = (): void => requests.endInvalid((id) => devices.isValid(id))
  const stopListening = devices.onRevoke(endInvalid)
  const check = (): void => {
    connections.dropSlow()
    endInvalid()
  }
  const timer = setInterval(check, limits.checkInterval).unref()

  return {
    reach,
    url: `${localOrigin(reach)}${reach.basePath}`,
    metrics,
    devices,
    check,
    links,
    stop: async () => {
      clearInterval(timer)
      stopListening()
      await stopAll(servers, { requests, connections, patience: limits.stopTimeout })
    },
  }
}

async function listenAll(servers: readonly Server[], options: StartOptions): Promise<number> {
  const [first, ...others] = servers
  const port = await listenFirst(first, options)
  for (const [i, server] of others.entries()) await listen(server, port, options.hosts[i + 1])
  return port
}

async function listenFirst(server: Server, { hosts, port }: StartOptions): Promise<number> {
  if (port !== null) return listen(server, port, hosts[0])
  for (let next = USUAL_PORT; next < USUAL_PORT + PORTS_TRIED; next++)
    try {
      return await listen(server, next, hosts[0])
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  return listen(server, 0, hosts[0])
}

export const USUAL_PORT = 4517
const PORTS_TRIED = 20

function addFigures(
  metrics: Metrics,
  { connections, requests }: { readonly connections: Connections; readonly requests: OpenRequests },
): void {
  metrics.figure('gauge', 'skein_connections', 'Open connections.', () => connections.open)
  metrics.figure(
    'counter',
    'skein_connections_refused_total',
    'Connections past the limits.',
    () => connections.refused,
  )
  metrics.figure(
    'counter',
    'skein_connections_dropped_total',
    'Clients that did not read.',
    () => connections.dropped,
  )
  metrics.figure('gauge', 'skein_sse_clients', 'Streams of events.', () => requests.streams)
  metrics.figure('counter', 'skein_sent_bytes_total', 'Bytes written to clients.', () => connections.sent)
  metrics.figure('gauge', 'process_resident_memory_bytes', 'Resident memory.', () =>
    process.memoryUsage.rss(),
  )
}

async function stopAll(
  servers: readonly Server[],
  {
    requests,
    connections,
    patience,
  }: { readonly requests: OpenRequests; readonly connections: Connections; readonly patience: number },
): Promise<void> {
  const closed = servers.map((server) => new Promise<void>((done) => server.close(() => done())))
  requests.endStreams()
  // A stream may just be beginning, and a connection whose last request ends stays open for the next, which is not coming.
  const idle = setInterval(() => {
    requests.endStreams()
    for (const server of servers) server.closeIdleConnections()
  }, 20)
  // Also those that Node's own list lacks: whoever has not spoken TLS yet.
  const timer = setTimeout(() => connections.end(), patience)
  await Promise.all(closed)
  clearInterval(idle)
  clearTimeout(timer)
}
