import type { Finding } from './finding.ts'

/** What a user's own pattern matches anywhere in a text. An empty match is no secret. */
export function matchesOf(text: string, pattern: RegExp): Finding[] {
  const flags = `${pattern.flags.replaceAll(/[gy]/g, '')}g`
  const found: Finding[] = []
  for (const { 0: match, index } of text.matchAll(new RegExp(pattern.source, flags)))
    if (match !== '')
      found.push({ kind: 'custom', start: index, end: index + match.length, confidence: 'high' })
  return found
}
