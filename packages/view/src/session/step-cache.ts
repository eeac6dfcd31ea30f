import type { Slot } from './slots.ts'
import { isSameSlot } from './slots.ts'
import type { BareStep } from './step-reader.ts'

/**
 * Steps that were read lately. Reading one means to parse and mask its entries, and slots that are the same give the same
 * step, so a page that is asked for again, by another reader or because something was added to it, costs only what is new.
 */
export class StepCache {
  /** By row and block, what was used last at the end. */
  readonly #known = new Map<string, Known>()
  readonly #most: number
  #units = 0

  /** `most`: UTF-16 units of all of them as JSON. */
  constructor(most: number = MOST_UNITS) {
    this.#most = most
  }

  /** Bytes that are kept, about. */
  get bytes(): number {
    return 2 * this.#units
  }

  get(slot: Slot): BareStep | null {
    const name = nameOf(slot)
    const known = this.#known.get(name)
    if (known === undefined || !isSameSlot(known.slot, slot)) return null
    this.#known.delete(name)
    this.#known.set(name, known)
    return known.step
  }

  /** Keeps a step and gives it back, as it will be given back from now on. */
  put(slot: Slot, read: BareStep): BareStep {
    const text = JSON.stringify(read)
    // A copy: the beginning of a text holds on to all of it, which may be megabytes.
    const step = JSON.parse(text) as BareStep
    const units = text.length + EXTRA_UNITS
    const name = nameOf(slot)
    this.#units += units - (this.#known.get(name)?.units ?? 0)
    this.#known.delete(name)
    this.#known.set(name, { slot, step, units })
    for (const [oldest, known] of this.#known) {
      if (this.#units <= this.#most) break
      this.#known.delete(oldest)
      this.#units -= known.units
    }
    return step
  }
}

interface Known {
  readonly slot: Slot
  readonly step: BareStep
  readonly units: number
}

/** A few pages. */
const MOST_UNITS = 1024 * 1024
/** For the objects around the texts. */
const EXTRA_UNITS = 100

function nameOf({ row, block }: Slot): string {
  return `${row} ${block}`
}
