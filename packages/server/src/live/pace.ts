/**
 * Work that is asked for often and done now and then: at once, if it was not done just now, else when the pause is over,
 * for all that was asked meanwhile. Never twice at the same time.
 */
export class Pace {
  readonly #work: () => Promise<void>
  readonly #pause: number
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #asked = false
  #closed = false
  #last = Number.NEGATIVE_INFINITY

  /** `pause`: ms from the end of one run to the beginning of the next. `work` must not fail. */
  constructor(work: () => Promise<void>, pause: number) {
    this.#work = work
    this.#pause = pause
  }

  ask(): void {
    this.#asked = true
    if (this.#running !== null || this.#timer !== undefined || this.#closed) return
    const wait = this.#last + this.#pause - performance.now()
    if (wait <= 0) this.#run()
    else this.#timer = setTimeout(() => this.#run(), wait)
  }

  /** When nothing is running and nothing was asked for. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #run(): void {
    this.#timer = undefined
    this.#asked = false
    this.#running = this.#work().finally(() => {
      this.#running = null
      this.#last = performance.now()
      if (this.#asked) this.ask()
    })
  }
}
