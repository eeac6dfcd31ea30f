import { transcriptsAt } from '@skein/store'
import type { SessionItem } from '@skein/view'
import type { ServerContext } from '../context.ts'
import { errorFields } from '../lifecycle/logger.ts'
import { sessionItems } from '../sessions/session-items.ts'
import { Pace } from './pace.ts'

export interface ListFeedOptions {
  readonly context: ServerContext
  readonly changed: (changed: readonly SessionItem[], removed: readonly string[]) => void
  /** These transcripts are in the catalogue as they are now. */
  readonly indexed: (paths: readonly string[]) => void
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
  #running = new Map<string, string>()

  constructor(options: ListFeedOptions) {
    this.#options = options
    this.#pace = new Pace(() => this.#index(), PAUSE_MS)
    this.#running = this.#runningNow()
    this.#timer = setInterval(() => this.#lookWhoRuns(), RUNNING_MS).unref()
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
      const before = sessionsOf(context, paths)
      if (store.readOnly === null) await store.refreshFiles(paths)
      this.#options.indexed(paths)
      this.#tell(new Set([...before, ...sessionsOf(context, paths)]))
    } catch (error) {
      log.warn('refresh failed', errorFields(error))
    }
  }

  #tell(ids: ReadonlySet<string>): void {
    if (ids.size === 0 || !this.#options.isWanted()) return
    const { context, changed } = this.#options
    const items = sessionItems(context, context.store.sessions({ ids: [...ids] }))
    const left = new Set(items.map(({ id }) => id))
    changed(
      items,
      [...ids].filter((id) => !left.has(id)),
    )
  }

  #lookWhoRuns(): void {
    if (!this.#options.isWanted()) return
    const now = this.#runningNow()
    const before = this.#running
    this.#running = now
    const ids = new Set([...before.keys(), ...now.keys()])
    this.#tell(new Set([...ids].filter((id) => before.get(id) !== now.get(id))))
  }

  #runningNow(): Map<string, string> {
    return new Map(this.#options.context.running.look().map(({ session, status }) => [session, status]))
  }
}

const PAUSE_MS = 500
const RUNNING_MS = 1000

/** Whose transcripts these are, as far as the catalogue knows. */
function sessionsOf({ store }: ServerContext, paths: readonly string[]): string[] {
  return transcriptsAt(store.db, paths).map(({ session }) => session)
}
