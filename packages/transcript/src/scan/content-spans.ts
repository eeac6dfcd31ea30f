import { F } from './fields.ts'
import { CODE_MASK, EVENT, EVENT_WIDTH } from './walker.ts'
import { wasmWalker } from './wasm-walker.ts'

/**
 * Where what was said and what tools gave stands in a row: most of its bytes. Whoever goes over the rest of a row byte
 * by byte passes over these at the speed of the fast walker.
 */
export class ContentSpans {
  readonly #walker = wasmWalker()
  readonly #starts = new Float64Array(MOST)
  readonly #ends = new Float64Array(MOST)
  #count = 0
  #loaded = false

  /** As `Walker.load`; of more than a walker should hold there are no spans. */
  load(bytes: Uint8Array, start: number, end: number): void {
    this.#loaded = this.#walker !== undefined && end - start <= MOST_BYTES
    if (this.#loaded) this.#walker?.load(bytes, start, end)
  }

  /** Takes in the row whose `{` stands at `at`; one that is no JSON has no spans. */
  walk(at: number): void {
    this.#count = 0
    const walker = this.#walker
    if (walker === undefined || !this.#loaded || walker.walk(at) < 0) return
    const { events } = walker
    for (let event = 0; event < walker.eventCount * EVENT_WIDTH; event += EVENT_WIDTH) {
      const code = events[event] & CODE_MASK
      if (code !== F.message && code !== F.toolUseResult && code !== F.content) continue
      if (this.#count === MOST) return
      this.#starts[this.#count] = at + events[event + EVENT.start]
      this.#ends[this.#count++] = at + events[event + EVENT.end]
    }
  }

  /** Behind the value that begins at `at`; -1 where it is not known. */
  endOf(at: number): number {
    for (let i = 0; i < this.#count; i++) if (this.#starts[i] === at) return this.#ends[i]
    return -1
  }
}

/** 4 MiB, the most that a scanner loads at once unless a line is longer: the walker keeps the memory that it took. */
const MOST_BYTES = 4 * 1024 * 1024

/** One a key; more only where keys stand twice, and those can be gone over. */
const MOST = 8
