import { isDeepStrictEqual } from 'node:util'
import type { ApiMessage, Outcome } from './outcome.ts'

/**
 * The one comparison that recordings are held against: replays, live checks and the sensitivity test all use it.
 *
 * Contract: everything counts (number and order of messages, roles, string against array content, every key of
 * every block); only the order of keys within an object does not.
 */
export function difference(expected: ApiMessage[], actual: ApiMessage[]): string | undefined {
  const shared = Math.min(expected.length, actual.length)
  for (let index = 0; index < shared; index++) {
    if (!isDeepStrictEqual(expected[index], actual[index]))
      return `message ${index}: expected ${shown(expected[index])}, got ${shown(actual[index])}`
  }
  if (expected.length > shared) return `message ${shared}: expected ${shown(expected[shared])}, got none`
  if (actual.length > shared) return `message ${shared}: expected none, got ${shown(actual[shared])}`
  return undefined
}

export function sameMessages(expected: ApiMessage[], actual: ApiMessage[]): boolean {
  return difference(expected, actual) === undefined
}

/** The same for whole outcomes: messages where both were sent, everything else as it is. */
export function outcomeDifference(expected: Outcome, actual: Outcome): string | undefined {
  if (expected.kind === 'sent' && actual.kind === 'sent')
    return difference(expected.messages, actual.messages)
  if (isDeepStrictEqual(expected, actual)) return undefined
  return `expected ${shown(expected)}, got ${shown(actual)}`
}

/** Long enough to tell two messages apart, short enough for a line of a test report. */
const shownLength = 400

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}
