import type { KindCount } from '@skein/redact'

/** How many secrets of a kind were replaced in one sort of place. */
export interface PlaceCount {
  readonly place: string
  readonly kind: string
  readonly count: number
}

/** What was replaced, by kind and place; never what it was. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>()

  add(place: string, findings: readonly KindCount[]): void {
    if (findings.length === 0) return
    const kinds = this.#counts.get(place) ?? new Map<string, number>()
    for (const { kind, count } of findings) kinds.set(kind, (kinds.get(kind) ?? 0) + count)
    this.#counts.set(place, kinds)
  }

  /** The most first. */
  get places(): PlaceCount[] {
    return [...this.#counts]
      .flatMap(([place, kinds]) => [...kinds].map(([kind, count]) => ({ place, kind, count })))
      .toSorted((a, b) => b.count - a.count || (`${a.place} ${a.kind}` < `${b.place} ${b.kind}` ? -1 : 1))
  }

  get kinds(): KindCount[] {
    const sums = new Map<string, number>()
    for (const kinds of this.#counts.values())
      for (const [kind, count] of kinds) sums.set(kind, (sums.get(kind) ?? 0) + count)
    return [...sums]
      .map(([kind, count]) => ({ kind, count }))
      .toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
  }
}
