import type { ScrubbedSpan } from '../scrub/scrub-span.ts'

/** What Skein has to say about a span beyond what conventions have a word for; most spans have none of it. */
export function notesOf(span: ScrubbedSpan): [name: string, value: string | number | boolean][] {
  const notes: [string, string | number | boolean][] = []
  if (span.estimated) notes.push(['skein.estimated', true])
  if (span.incomplete) notes.push(['skein.incomplete', true])
  for (const { field, length, hash } of span.cuts)
    notes.push([`skein.truncated.${field}.length`, length], [`skein.truncated.${field}.hash`, hash])
  if (span.kind === 'compaction') {
    if (span.trigger !== null) notes.push(['skein.compaction.trigger', span.trigger])
    if (span.tokensBefore !== null) notes.push(['skein.compaction.tokens_before', span.tokensBefore])
    if (span.tokensAfter !== null) notes.push(['skein.compaction.tokens_after', span.tokensAfter])
  }
  return notes
}
