export interface RingEvent {
  readonly seq: number
  readonly topic: string
  /** As it goes over the wire. */
  readonly text: string
}

export interface RingLimits {
  readonly events: number
  /** UTF-16 units of their texts. */
  readonly units: number
}

/**
 * The last ephemeral events of this server's life.
 *
 * Contract: `since` gives every event behind a number, or null where it cannot: the events are gone, or the number is
 * none of this ring.
 */
export class EventRing {
  readonly #limits: RingLimits
  readonly #events: RingEvent[] = []
  /** Of the newest event that was let go. */
  #forgotten = 0
  #newest = 0
  #units = 0

  constructor(limits: RingLimits = { events: 1000, units: 4_000_000 }) {
    this.#limits = limits
  }

  push(event: RingEvent): void {
    this.#events.push(event)
    this.#units += event.text.length
    this.#newest = event.seq
    while (this.#events.length > this.#limits.events || this.#units > this.#limits.units) {
      const gone = this.#events.shift()
      if (gone === undefined) return
      this.#units -= gone.text.length
      this.#forgotten = gone.seq
    }
  }

  since(seq: number): readonly RingEvent[] | null {
    if (!Number.isSafeInteger(seq) || seq < this.#forgotten) return null
    return seq >= this.#newest ? [] : this.#events.filter((event) => event.seq > seq)
  }
}
