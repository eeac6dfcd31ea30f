/**
 * What the reading threads and the writer share: which job is next, how much was read and not yet taken, and whether
 * to stop. Memory that all of them see, so that nobody waits for a message.
 */
export class Desk {
  readonly memory: SharedArrayBuffer
  readonly #cells: Int32Array

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(CELLS * 4)) {
    this.memory = memory
    this.#cells = new Int32Array(memory)
  }

  /** The index of a job that nobody else takes, perhaps one past the last. */
  nextJob(): number {
    return Atomics.add(this.#cells, NEXT, 1)
  }

  /** A thread has read something of this weight; it waits here while too much is on the desk. */
  put(weight: number): void {
    let load = Atomics.add(this.#cells, LOAD, weight) + weight
    while (load > MAX_LOAD && !this.stopped) {
      Atomics.wait(this.#cells, LOAD, load)
      load = Atomics.load(this.#cells, LOAD)
    }
  }

  taken(weight: number): void {
    Atomics.sub(this.#cells, LOAD, weight)
    Atomics.notify(this.#cells, LOAD)
  }

  stop(): void {
    Atomics.store(this.#cells, STOPPED, 1)
    // A thread that waits looks at the load, so that has to change too.
    Atomics.sub(this.#cells, LOAD, 1)
    Atomics.notify(this.#cells, LOAD)
  }

  get stopped(): boolean {
    return Atomics.load(this.#cells, STOPPED) === 1
  }
}

const NEXT = 0
const LOAD = 1
const STOPPED = 2
const CELLS = 3

/** 6 MB of blocks and messages: what the writer takes while threads read on. */
const MAX_LOAD = 6_000_000
