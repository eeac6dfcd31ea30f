/**
 * What was made of the last few texts. A text that comes again is mostly the same object, one that does not has another length:
 * comparing with a few reads less of it than the hash that a `Map` needs.
 */
export class RecentTexts<T> {
  readonly #most: number
  readonly #texts: string[] = []
  readonly #made: T[] = []
  #next = 0

  constructor(most: number) {
    this.#most = most
  }

  get(text: string): T | undefined {
    const place = this.#texts.indexOf(text)
    return place < 0 ? undefined : this.#made[place]
  }

  keep(text: string, made: T): void {
    this.#texts[this.#next] = text
    this.#made[this.#next] = made
    this.#next = (this.#next + 1) % this.#most
  }

  clear(): void {
    this.#texts.length = 0
    this.#made.length = 0
    this.#next = 0
  }
}
