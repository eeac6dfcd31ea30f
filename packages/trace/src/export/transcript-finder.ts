import { discover, listArchived, openBytes, type FilePlace, type SkeinHome } from '@skein/store'
import type { TranscriptFinder } from '../ledger/fork-finder.ts'

/** Finds transcripts by session, on disk and in the archive. Nothing is looked at before the first question. */
export function transcriptFinder(home: SkeinHome, roots: readonly string[]): TranscriptFinder {
  let places: Map<string, FilePlace> | null = null
  return (session) => {
    places ??= transcriptPlaces(home, roots)
    const place = places.get(session)
    return place === undefined ? null : openBytes(home, place)
  }
}

function transcriptPlaces(home: SkeinHome, roots: readonly string[]): Map<string, FilePlace> {
  const found = new Map<string, FilePlace>()
  for (const { path, session, agent } of listArchived(home))
    if (agent === null) found.set(session, { path, place: 'archive' })
  for (const { path, session, agent } of discover(roots).transcripts)
    if (agent === null) found.set(session, { path, place: 'disk' })
  return found
}
