import { skeinHome } from '@skein/store'
import { Hono } from 'hono'
import type { AppEnv } from './app-env.ts'
import { createContext, type ContextOptions, type ServerContext } from './context.ts'
import { FileLog, type FileLogOptions } from './lifecycle/file-log.ts'
import { claimServer, findServer, type ServerRecord } from './lifecycle/only-server.ts'
import { startServer, type RunningServer, type StartOptions } from './lifecycle/start-server.ts'
import { createLive, type Live } from './live/live.ts'
import type { Metrics } from './lifecycle/metrics.ts'
import { routes } from './routes/index.ts'
import { openNewest } from './sessions/open-newest.ts'
import { isReachable, publicOrigin } from './security/reach.ts'

export interface ServeOptions extends Omit<StartOptions, 'api' | 'metrics'>, Omit<ContextOptions, 'log'> {
  /** Keep copies of all transcripts while the server runs. */
  readonly archive: boolean
  /** Told what is written to the log. */
  readonly onLog?: FileLogOptions['also']
}

export interface Served {
  readonly server: RunningServer
  /** The bundled sessions are shown. */
  readonly demo: boolean
  stop(): Promise<void>
}

/** The one server of a data directory, with all its parts; where another process is it already, where that is. */
export async function serve(options: ServeOptions): Promise<Served | ServerRecord> {
  const home = skeinHome(options.env)
  let claim = claimServer(home)
  while (claim === null) {
    const other = await findServer(home)
    if (other !== null) return other
    // It ended just now.
    claim = claimServer(home)
  }
  const log = new FileLog(home, { also: options.onLog })
  const held = claim
  const ends: (() => void | Promise<void>)[] = [() => held.release(), () => log.close()]
  const end = async (): Promise<void> => {
    for (const one of ends.toReversed()) await one()
  }
  try {
    const context = await createContext({ ...options, log })
    ends.push(() => context.close())
    const live = createLive(context, { archive: options.archive })
    ends.push(() => live.close())
    const api = new Hono<AppEnv>().route('/', live.routes).route('/', routes(context))
    const server = await startServer(context, { ...options, api })
    ends.push(() => log.info('stopped'))
    ends.push(() => server.stop())
    addLiveFigures(server.metrics, context, live)
    claim.announce(recordOf(server))
    const stopping = new AbortController()
    const opened = openNewest(context, stopping.signal)
    ends.push(() => {
      stopping.abort()
      return opened
    })
    log.info('started', { pid: process.pid, port: server.reach.port, version: options.version })
    return { server, demo: context.demo, stop: end }
  } catch (error) {
    await end()
    throw error
  }
}

function addLiveFigures(metrics: Metrics, { sessions }: ServerContext, { hub, transcripts }: Live): void {
  metrics.figure('gauge', 'skein_open_sessions', 'Transcripts kept open.', () => sessions.size)
  metrics.figure(
    'gauge',
    'skein_open_session_bytes',
    'About what their structure takes.',
    () => sessions.bytes,
  )
  transcripts.onTold = (changedAt) => metrics.eventLag(Math.max(0, Date.now() - changedAt) / 1000)
  metrics.figure('gauge', 'skein_feeds', 'Transcripts that somebody follows.', () => hub.feedCount)
}

function recordOf({ reach, url }: RunningServer): ServerRecord {
  return {
    pid: process.pid,
    port: reach.port,
    url,
    publicUrl: isReachable(reach) ? `${publicOrigin(reach)}${reach.basePath}` : null,
    started: Date.now(),
  }
}
