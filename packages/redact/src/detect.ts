import { matchesOf } from './custom-pattern.ts'
import type { NamedPattern } from './custom-pattern.ts'
import { withoutOverlaps } from './finding.ts'
import type { Finding } from './finding.ts'
import { outsidePlaceholders } from './placeholder.ts'
import { scan } from './scan.ts'

export interface DetectOptions {
  /**
   * More to find, beyond what is built in. Kind `custom`, unless the pattern has a name. Their cost is
   * their author's: a pattern that backtracks without bound does so here too.
   */
  readonly patterns?: readonly (RegExp | NamedPattern)[]
}

/**
 * Every secret in a text, in order, none overlapping another.
 *
 * *Contract:* pure and synchronous; linear in the text for any text; never throws. Finds nothing in
 * what `Redactor` wrote.
 */
export function detectSecrets(text: string, options: DetectOptions = {}): Finding[] {
  if (text.length < SHORTEST_TEXT && options.patterns === undefined) return []
  const found = scan(text)
  for (const pattern of options.patterns ?? [])
    for (const finding of matchesOf(text, pattern)) found.push(finding)
  return outsidePlaceholders(text, withoutOverlaps(found))
}

/** `pwd=abcd` is 8 long. */
const SHORTEST_TEXT = 8
