import { setTimeout as after } from 'node:timers/promises'
import type { RefreshOptions, RefreshProgress, Store } from '@skein/store'
import { errorFields, type Logger } from '../lifecycle/logger.ts'

export interface RefresherOptions {
  readonly store: Store
  readonly log: Logger
  readonly now: () => number
  readonly onProgress?: RefreshOptions['onProgress']
}

/**
 * Keeps the catalogue fresh for requests where nobody watches the files: a look at most once a second, and nobody waits
 * long for one. A look that finds a lot goes on behind the answers.
 */
export class Refresher {
  readonly #store: Store
  readonly #log: Logger
  readonly #now: () => number
  #running: Promise<void> | null = null
  #looked = Number.NEGATIVE_INFINITY
  readonly #onProgress: RefreshOptions['onProgress']
  /** Somebody tells the catalogue of every change: no look is needed. */
  watched = false
  /** Told how far a look is, and that it ended. */
  progressed: (progress: RefreshProgress | null) => void = () => {}

  constructor({ store, log, now, onProgress }: RefresherOptions) {
    this.#store = store
    this.#log = log
    this.#now = now
    this.#onProgress = onProgress
  }

  /** Whether a look is under way. */
  get running(): boolean {
    return this.#running !== null
  }

  /** When no look is under way. */
  async idle(): Promise<void> {
    await this.#running
  }

  /** Brings the catalogue up to date, or begins to. */
  async fresh(most = PATIENCE_MS): Promise<void> {
    if (this.watched || this.#store.readOnly !== null) return
    if (this.#running === null) {
      if (this.#now() - this.#looked < EVERY_MS) return
      this.#running = this.#look()
    }
    const patience = new AbortController()
    await Promise.race([this.#running, after(most, undefined, { signal: patience.signal })])
    patience.abort()
  }

  async #look(): Promise<void> {
    try {
      await this.#store.refresh({
        onProgress: (progress) => {
          this.#onProgress?.(progress)
          this.progressed(progress)
        },
      })
    } catch (error) {
      this.#log.warn('refresh failed', errorFields(error))
    } finally {
      this.#looked = this.#now()
      this.#running = null
      this.progressed(null)
    }
  }
}

const EVERY_MS = 1000
const PATIENCE_MS = 500
