import type { Finding } from './finding.ts'

/** A user's own pattern, and the kind that placeholders and counts call it by: small letters, digits and dashes. */
export interface NamedPattern {
  readonly pattern: RegExp
  readonly name: string
}

/** What a user's own pattern matches anywhere in a text. An empty match is no secret. */
export function matchesOf(text: string, own: RegExp | NamedPattern): Finding[] {
  const { pattern, name } = own instanceof RegExp ? { pattern: own, name: 'custom' } : own
  const flags = `${pattern.flags.replaceAll(/[gy]/g, '')}g`
  const found: Finding[] = []
  for (const { 0: match, index } of text.matchAll(new RegExp(pattern.source, flags)))
    if (match !== '') found.push({ kind: name, start: index, end: index + match.length, confidence: 'high' })
  return found
}
