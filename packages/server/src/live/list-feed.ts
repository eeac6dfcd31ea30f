import type { SessionItem } from '@skein/view'
import type { ServerContext } from '../context.ts'
import { errorFields } from '../lifecycle/logger.ts'
import { sessionItems } from '../sessions/session-items.ts'
import { Pace } from './pace.ts'

export interface ListFeedOptions {
  readonly context: ServerContext
  readonly changed: (changed: readonly SessionItem[], removed: readonly string[]) => void
  /** These transcripts are in the catalogue as they are now. */
  readonly indexed: (paths: readonly string[]) => Promise<void>
  /** Whether anybody looks at the list. The catalogue is kept up to date in any case. */
  readonly isWanted: () => boolean
}

/**
 * Keeps catalogue and lists in step with the files. Transcripts that changed are indexed by name, twice a second at
 * most; which sessions run is looked up as often while somebody looks at the list.
 */
export class ListFeed {
  readonly #options: ListFeedOptions
  readonly #paths = new Set<string>()
  readonly #pace: Pace
  readonly #timer: NodeJS.Timeout
  /** What was told last of each session that a Claude Code has open. */
  #running: Promise<ReadonlyMap<string, string>>

  constructor(options: ListFeedOptions) {
    this.#options = options
    this.#pace = new Pace(() => this.#index(), PAUSE_MS)
    this.#running = this.#runningNow()
    this.#timer = setInterval(() => void this.#lookWhoRuns(), RUNNING_MS).unref()
  }

  /** A transcript changed. */
  touched(path: string): void {
    this.#paths.add(path)
    this.#pace.ask()
  }

  /** When everything that was touched is indexed. */
  idle(): Promise<void> {
    return this.#pace.idle()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#pace.close()
  }

  async #index(): Promise<void> {
    const { context } = this.#options
    const { store, log } = context
    // The first look may take minutes; what changes meanwhile is read when it is done.
    await context.refresher.idle()
    const paths = [...this.#paths]
    this.#paths.clear()
    try {
      const before = await sessionsOf(context, paths)
      if (store.readOnly === null) await store.refreshFiles(paths)
      await this.#options.indexed(paths)
      await this.#tell(new Set([...before, ...(await sessionsOf(context, paths))]))
    } catch (error) {
      log.warn('refresh failed', errorFields(error))
    }
  }

  async #tell(ids: ReadonlySet<string>): Promise<void> {
    if (ids.size === 0 || !this.#options.isWanted()) return
    const { context, changed } = this.#options
    const { sessions } = await context.store.list({ ids: [...ids] })
    const items = await sessionItems(context, sessions)
    const left = new Set(items.map(({ id }) => id))
    changed(
      items,
      [...ids].filter((id) => !left.has(id)),
    )
  }

  async #lookWhoRuns(): Promise<void> {
    if (!this.#options.isWanted()) return
    try {
      const looks = [this.#running, (this.#running = this.#runningNow())]
      const [before, now] = await Promise.all(looks)
      const ids = new Set([...before.keys(), ...now.keys()])
      await this.#tell(new Set([...ids].filter((id) => before.get(id) !== now.get(id))))
    } catch (error) {
      this.#options.context.log.warn('a look for running sessions failed', errorFields(error))
    }
  }

  async #runningNow(): Promise<ReadonlyMap<string, string>> {
    const running = await this.#options.context.running.look()
    return new Map(running.map(({ session, status }) => [session, status]))
  }
}

const PAUSE_MS = 500
const RUNNING_MS = 1000

/** Whose transcripts these are, as far as the catalogue knows. */
async function sessionsOf({ store }: ServerContext, paths: readonly string[]): Promise<string[]> {
  return (await store.transcripts({ paths })).map(({ session }) => session)
}
