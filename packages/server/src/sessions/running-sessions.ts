import type { LiveSession, Store } from '@skein/store'

/**
 * Which sessions a running Claude Code has open. It is asked with every list and every page, and each look reads a file for
 * every one of them, so that an answer holds for a moment.
 */
export class RunningSessions {
  readonly #store: Pick<Store, 'live'>
  readonly #clock: () => number
  #kept: readonly LiveSession[] = []
  #looked = Number.NEGATIVE_INFINITY

  /** `clock`: ms, only differences count. */
  constructor(store: Pick<Store, 'live'>, clock: () => number = () => performance.now()) {
    this.#store = store
    this.#clock = clock
  }

  /** As of a moment ago, at most. */
  list(): readonly LiveSession[] {
    return this.#clock() - this.#looked < MOMENT_MS ? this.#kept : this.look()
  }

  /** As of now. */
  look(): readonly LiveSession[] {
    this.#kept = this.#store.live()
    this.#looked = this.#clock()
    return this.#kept
  }
}

const MOMENT_MS = 250
