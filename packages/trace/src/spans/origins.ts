import type { Origin, Origins } from './turn.ts'

/** Every row is an original, unless it says otherwise itself. */
export const NO_ORIGINS: Origins = { originOf: (place) => place }

/**
 * Origins by what is known of copies: a place and the one it was copied from, which may be a copy too. A ring leads to
 * where it was entered.
 */
export function forkOrigins(copies: Iterable<readonly [copy: Origin, of: Origin]>): Origins {
  const known = new Map<string, Origin>()
  for (const [copy, of] of copies) known.set(keyOf(copy), of)
  return {
    originOf: (place) => {
      const seen = new Set<string>()
      let at = place
      for (;;) {
        const key = keyOf(at)
        const of = known.get(key)
        if (of === undefined) return at
        if (seen.has(key)) return place
        seen.add(key)
        at = of
      }
    },
  }
}

function keyOf({ session, uuid }: Origin): string {
  return JSON.stringify([session, uuid])
}
