/**
 * Pieces on their way from whoever makes them to whoever takes them, in order. `taken` is called for each piece that was
 * taken, `left` when nobody will take any more.
 */
export class Pieces implements AsyncIterableIterator<Uint8Array> {
  readonly #made: Uint8Array[] = []
  readonly #taken: () => void
  readonly #left: () => void
  #end: { readonly error: unknown } | null = null
  #wake: () => void = () => {}

  constructor({ taken, left }: { readonly taken: () => void; readonly left: () => void }) {
    this.#taken = taken
    this.#left = left
  }

  push(piece: Uint8Array): void {
    this.#made.push(piece)
    this.#wake()
  }

  /** No more will come; `error` is told to who takes them behind those that are there. */
  end(error: unknown = null): void {
    this.#end ??= { error }
    this.#wake()
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    while (this.#made.length === 0 && this.#end === null)
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    const value = this.#made.shift()
    if (value !== undefined) {
      this.#taken()
      return { done: false, value }
    }
    if (this.#end?.error) throw this.#end.error
    return { done: true, value: undefined }
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.#made.length = 0
    this.end()
    this.#left()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
