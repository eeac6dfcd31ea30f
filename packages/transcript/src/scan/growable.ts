/**
 * Arrays that grow by doubling and read a default beyond their end.
 *
 * The kernel keeps one number per entry per fact, never one object per entry: a session of a
 * million entries stays a few dozen flat arrays that cost nothing to the garbage collector.
 */
export class Int32List {
  #cells: Int32Array
  readonly #missing: number

  constructor(missing: number, capacity = 64) {
    this.#missing = missing
    this.#cells = new Int32Array(capacity).fill(missing)
  }

  get(index: number): number {
    return index < this.#cells.length ? this.#cells[index] : this.#missing
  }

  set(index: number, value: number): void {
    if (index >= this.#cells.length) this.#grow(index)
    this.#cells[index] = value
  }

  #grow(index: number): void {
    const wider = new Int32Array(widened(this.#cells.length, index)).fill(this.#missing)
    wider.set(this.#cells)
    this.#cells = wider
  }
}

/** The next capacity that holds `index`: doubling, so that n appends cost O(n). */
export function widened(capacity: number, index: number): number {
  let next = Math.max(capacity, 16) * 2
  while (next <= index) next *= 2
  return next
}
