/**
 * Whether everything of a session has arrived: spans of several sessions share a request, so that nobody but the
 * exporter knows when the last one is through.
 */
export class Delivery {
  readonly #whenDone: () => void
  #waiting = 0
  #isClosed = false

  /** `whenDone` is called once: all that was added was taken, or given up. */
  constructor(whenDone: () => void) {
    this.#whenDone = whenDone
  }

  add(): void {
    this.#waiting++
  }

  settle(): void {
    this.#waiting--
    this.#look()
  }

  /** Nothing more comes. */
  close(): void {
    this.#isClosed = true
    this.#look()
  }

  #look(): void {
    if (this.#isClosed && this.#waiting === 0) this.#whenDone()
  }
}
