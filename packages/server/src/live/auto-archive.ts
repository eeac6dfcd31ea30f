import { archiveAll, discover, StoreError, type SkeinHome } from '@skein/store'
import { Pace } from './pace.ts'

export interface AutoArchiveOptions {
  readonly home: SkeinHome
  readonly roots: readonly string[]
  /** ms between two looks. */
  readonly every?: number
  readonly now: () => number
  readonly done: (report: { readonly sessions: number; readonly filesStored: number }) => void
  readonly problem: (message: string) => void
}

/**
 * Keeps the archive up to date while the server runs, so that nobody has to remember it: at the start, when sessions
 * changed, and from time to time. Claude Code deletes transcripts when it starts, a month after their last change, so a
 * copy that is half an hour old has everything but the last words of a session that is still there.
 */
export class AutoArchive {
  readonly #options: AutoArchiveOptions
  readonly #stop = new AbortController()
  readonly #pace: Pace
  readonly #timer: NodeJS.Timeout
  /** ms; null before the first time. */
  lastDone: number | null = null

  constructor(options: AutoArchiveOptions) {
    this.#options = options
    const every = options.every ?? HALF_HOUR
    this.#pace = new Pace(() => this.#run(), every)
    this.#timer = setInterval(() => this.#pace.ask(), every).unref()
    this.#pace.ask()
  }

  /** Something changed. */
  ask(): void {
    this.#pace.ask()
  }

  /** When what is under way is done. */
  idle(): Promise<void> {
    return this.#pace.idle()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#stop.abort()
    await this.#pace.close()
  }

  async #run(): Promise<void> {
    const { home, roots, now, done, problem } = this.#options
    try {
      const { transcripts } = discover(roots)
      const { sessions, filesStored, diagnostics } = await archiveAll(home, transcripts, {
        signal: this.#stop.signal,
      })
      this.lastDone = now()
      for (const { message } of diagnostics) problem(message)
      done({ sessions, filesStored })
    } catch (error) {
      if (error instanceof StoreError && error.code === 'cancelled') return
      problem(error instanceof Error ? error.message : String(error))
    }
  }
}

const HALF_HOUR = 30 * 60 * 1000
