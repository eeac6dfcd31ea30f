/**
 * Slows guessing down: after a few wrong attempts the next one has to wait, twice as long each time, by address and, more
 * gently, for everybody together. Memory is bounded however many addresses try: the oldest are forgotten.
 */
export class Failures {
  readonly #now: () => number
  readonly #byAddress = new Map<string, Count>()
  readonly #all: Count = { count: 0, last: 0 }

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** ms until this address may try again; 0: now. */
  wait(address: string): number {
    return Math.max(this.#left(this.#byAddress.get(address), ONE), this.#left(this.#all, ALL))
  }

  add(address: string): void {
    const now = this.#now()
    const before = this.#byAddress.get(address)
    // Taken out first: a map lists in the order of insertion, so the first of it is who failed the longest ago.
    this.#byAddress.delete(address)
    this.#byAddress.set(address, raised(before, now, ONE))
    if (this.#byAddress.size > MOST_ADDRESSES) {
      const oldest = this.#byAddress.keys().next()
      if (oldest.done !== true) this.#byAddress.delete(oldest.value)
    }
    Object.assign(this.#all, raised(this.#all, now, ALL))
  }

  /** A success takes the address's own failures away, not those of the others. */
  clear(address: string): void {
    this.#byAddress.delete(address)
  }

  get addresses(): number {
    return this.#byAddress.size
  }

  #left(count: Count | undefined, rule: Rule): number {
    if (count === undefined || count.count < rule.free) return 0
    const delay = Math.min(rule.mostMs, 1000 * 2 ** Math.min(30, count.count - rule.free))
    return Math.max(0, count.last + delay - this.#now())
  }
}

interface Count {
  count: number
  /** ms */
  last: number
}

interface Rule {
  /** Attempts without a delay. */
  readonly free: number
  readonly mostMs: number
}

function raised(count: Count | undefined, now: number, rule: Rule): Count {
  const isOver = count === undefined || now - count.last > Math.max(FORGET_MS, 2 * rule.mostMs)
  return { count: isOver ? 1 : count.count + 1, last: now }
}

const ONE: Rule = { free: 5, mostMs: 15 * 60 * 1000 }
/** Short, since it holds up people who did nothing wrong. */
const ALL: Rule = { free: 50, mostMs: 10_000 }
const FORGET_MS = 60 * 60 * 1000
export const MOST_ADDRESSES = 1024
