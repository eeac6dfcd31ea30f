import type { LiveSession, SessionReader } from '@skein/store'

/**
 * Which sessions a running Claude Code has open. It is asked with every list and every page, and each look reads a file for
 * every one of them, so that an answer holds for a moment.
 */
export class RunningSessions {
  readonly #store: Pick<SessionReader, 'live'>
  readonly #clock: () => number
  #kept: readonly LiveSession[] = []
  #looked = Number.NEGATIVE_INFINITY

  /** `clock`: ms, only differences count. */
  constructor(store: Pick<SessionReader, 'live'>, clock: () => number = () => performance.now()) {
    this.#store = store
    this.#clock = clock
  }

  /** As of a moment ago, at most. */
  async list(): Promise<readonly LiveSession[]> {
    return this.#clock() - this.#looked < MOMENT_MS ? this.#kept : this.look()
  }

  /** As of now. */
  async look(): Promise<readonly LiveSession[]> {
    this.#kept = await this.#store.live()
    this.#looked = this.#clock()
    return this.#kept
  }
}

const MOMENT_MS = 250
