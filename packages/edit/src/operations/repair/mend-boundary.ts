import { FLAG, isBoundary, type JsonObject } from '@skein/transcript'
import type { TranscriptDraft } from '../../draft/transcript-draft.ts'
import { isObject } from '../../json.ts'
import type { MendedTranscript } from './mended-transcript.ts'
import { isLoadable } from './repair-chain.ts'

/**
 * The last compaction of the file, if it says that it preserved rows; -1 if not. Newer versions believe it wherever it
 * stands: every row before it that it does not name is gone for them.
 */
export function preservingBoundary(draft: TranscriptDraft): number {
  const { transcript } = draft.from
  let row = transcript.scan.columns.count - 1
  while (row >= 0 && !(isLoadable(transcript, row) && isBoundary(transcript.scan, row))) row--
  if (row < 0) return -1
  const metadata = draft.values([row]).get(row)?.['compactMetadata']
  return isObject(metadata) && PRESERVED.some((key) => key in metadata) ? row : -1
}

/**
 * Takes away what the last compaction says it preserved, where the conversation goes on beside it: one that comes back
 * from a damaged line would otherwise hide a conversation that it is no part of. True where that was so.
 */
export function mendBoundary({ draft, transcript, live, livePosition }: MendedTranscript): boolean {
  const boundary = preservingBoundary(draft)
  if (boundary < 0) return false
  const at = livePosition(boundary)
  const isNew = (transcript.scan.columns.flags[boundary] & FLAG.recovered) !== 0
  // A row behind it on the path that stands before it in the file would be hidden too.
  if ((at >= 0 && !isNew) || !live.some((row, place) => place > at && row < boundary)) return false
  const value = draft.values([boundary]).get(boundary)
  if (value === undefined) return false
  const metadata = { ...(value['compactMetadata'] as JsonObject) } // It has one: see above.
  for (const key of PRESERVED) delete (metadata as Record<string, unknown>)[key]
  draft.change(boundary, { ...value, compactMetadata: metadata })
  return true
}

const PRESERVED = ['preservedSegment', 'preservedMessages']
