import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SeenSessions, skeinHome, Store } from '@skein/store'
import type { Database, Environment, RefreshOptions, SkeinHome } from '@skein/store'
import type { PriceTable } from '@skein/view'
import { openServerState } from './server-state.ts'
import { ReportThreads } from './reports/report-threads.ts'
import { CataloguedSessions } from './sessions/catalogued-sessions.ts'
import { Refresher } from './sessions/refresher.ts'
import { RunningSessions } from './sessions/running-sessions.ts'
import type { Logger } from './lifecycle/logger.ts'

/** What the parts of the server share. */
export interface ServerContext {
  /** The sessions that are shown: the machine's, or the bundled ones. */
  readonly store: Store
  /** Skein's own folder, also where the bundled sessions are shown. */
  readonly home: SkeinHome
  readonly env: Environment
  readonly prices: PriceTable
  readonly log: Logger
  readonly now: () => number
  readonly version: string
  /** No session was found on this machine: the bundled ones are shown, and cannot be changed. */
  readonly demo: boolean
  readonly sessions: CataloguedSessions
  readonly running: RunningSessions
  /** What costs a look at all of a session is worked out there. */
  readonly reports: ReportThreads
  /** `state.db`. */
  readonly state: Database
  readonly seen: SeenSessions
  readonly refresher: Refresher
  readonly close: () => void
}

export interface ContextOptions {
  readonly env: Environment
  /** Config roots beside those the environment names. */
  readonly roots?: readonly string[]
  readonly prices: PriceTable
  readonly log: Logger
  readonly version: string
  /** A config root with the bundled sessions; null where there are none. */
  readonly demoRoot: string | null
  readonly now?: () => number
  /** While the catalogue is brought up to date. */
  readonly onProgress?: RefreshOptions['onProgress']
  /** ms to wait for the catalogue to be up to date; a long first build goes on behind the answers. */
  readonly patience?: number
}

const PATIENCE_MS = 3000

/** Opens everything that requests need. Begins to bring the catalogue up to date, so that it is known whether there is a session. */
export async function createContext(options: ContextOptions): Promise<ServerContext> {
  const { env, prices, log, version, now = Date.now } = options
  const home = skeinHome(env)
  const state = openServerState(home)
  const own = Store.open({ env, roots: options.roots ?? [] })
  const refresher = new Refresher({ store: own, log, now, onProgress: options.onProgress })
  await refresher.fresh(options.patience ?? PATIENCE_MS)
  const isEmpty = !refresher.running && (await own.count()) === 0
  const bundled = isEmpty && options.demoRoot !== null ? await demoStore(options.demoRoot) : null
  const store = bundled?.store ?? own
  const running = new RunningSessions(store)
  const sessions = new CataloguedSessions({ store, running, prices })
  const reports = new ReportThreads({ home: store.home, prices })
  return {
    store,
    home,
    env,
    prices,
    log,
    now,
    version,
    demo: bundled !== null,
    sessions,
    running,
    reports,
    state,
    seen: new SeenSessions(state, now()),
    refresher: bundled === null ? refresher : new Refresher({ store, log, now }),
    close: () => {
      reports.close()
      sessions.close()
      own.close()
      bundled?.remove()
      state.close()
    },
  }
}

/** The bundled sessions, with a catalogue in a private folder of its own: nothing of them gets into the user's. */
async function demoStore(root: string): Promise<{ readonly store: Store; readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-demo-'))
  const store = Store.open({ env: { HOME: folder, SKEIN_HOME: folder, CLAUDE_CONFIG_DIR: root } })
  await store.refresh()
  const remove = (): void => {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { store, remove }
}
