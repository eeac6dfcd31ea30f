import { createHash } from 'node:crypto'

/** A seeded share of named things: the same seed always picks the same ones, whatever their order. */
export function sampled<T extends { scenario: string; id: string }>(
  items: T[],
  share: number,
  seed: number,
): T[] {
  if (share >= 1) return items
  const wanted = Math.max(1, Math.round(items.length * share))
  const ranked = items.map((item) => ({ item, rank: rankOf(`${seed}/${item.scenario}/${item.id}`) }))
  const chosen = new Set(
    ranked
      .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
      .slice(0, wanted)
      .map(({ item }) => item),
  )
  return items.filter((item) => chosen.has(item))
}

function rankOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}
