import { isDeepStrictEqual } from 'node:util'

/** What the program made of a request for a session. Paths are laid out ones; `{new}` stands for an id it made up. */
export type LookupOutcome =
  | { kind: 'resumed'; session: string; appendedTo: string[] }
  /** Nothing of a past was sent. */
  | { kind: 'new'; appendedTo: string[] }
  | { kind: 'refused'; exitCode: number | null; reason: string }
  | { kind: 'hangs' }

/** The one comparison that recorded lookups are held against; everything counts. */
export function lookupDifference(expected: LookupOutcome, actual: LookupOutcome): string | undefined {
  if (isDeepStrictEqual(expected, actual)) return undefined
  return `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`
}
