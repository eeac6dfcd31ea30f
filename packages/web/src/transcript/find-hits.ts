import type { Hit } from '@skein/server'

/** Where in a session something was found: an entry of it, or of one of its sub-agents. */
export type FoundEntry = Pick<Hit, 'agent' | 'key'>

/**
 * Entries in the order in which one goes through them, each once: the session from its beginning, then its sub-agents,
 * as they were sent out.
 */
export function foundEntries(hits: readonly Pick<Hit, 'agent' | 'key' | 'time'>[]): FoundEntry[] {
  const began = new Map<string | null, number>()
  for (const { agent, time } of hits)
    began.set(agent, Math.min(began.get(agent) ?? Infinity, time ?? Infinity))
  const order = [...began]
    .toSorted(([a, from], [b, to]) => Number(a !== null) - Number(b !== null) || compare(from, to))
    .map(([agent]) => agent)
  return order.flatMap((agent) => {
    const keys = new Set(hits.filter((hit) => hit.agent === agent).map(({ key }) => key))
    return [...keys].toSorted((a, b) => a - b).map((key) => ({ agent, key }))
  })
}

/** Both may be infinite, which a difference is none of. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
