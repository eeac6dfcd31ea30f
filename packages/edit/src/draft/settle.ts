import { isBoundary, type JsonObject } from '@skein/transcript'
import { objectOf } from '../json.ts'
import type { TranscriptDraft } from './transcript-draft.ts'

/**
 * Mends what a compaction says it preserved where some of it was dropped: a citation of a dropped row
 * would be re-pointed to its ancestor, which a list of rows and the first row of a run must not be.
 */
export function settlePreserved(draft: TranscriptDraft): void {
  if (draft.droppedCount === 0) return
  const { transcript } = draft.from
  const boundaries: number[] = []
  for (let row = 0; row < transcript.rowCount; row++)
    if (!draft.isDropped(row) && isBoundary(transcript.scan, row)) boundaries.push(row)
  for (const [row, value] of draft.values(boundaries)) {
    const settled = settledBoundary(draft, value)
    if (settled !== value) draft.change(row, settled)
  }
}

function settledBoundary(draft: TranscriptDraft, value: JsonObject): JsonObject {
  const metadata = objectOf(value['compactMetadata'])
  if (metadata === null) return value
  const segment = objectOf(metadata['preservedSegment'])
  const messages = objectOf(metadata['preservedMessages'])
  const settled: Record<string, unknown> = { ...metadata }
  let changed = false
  if (segment !== null) {
    const run = runOf(draft, segment)
    if (run !== 'whole') {
      changed = true
      if (run === null) delete settled['preservedSegment']
      else settled['preservedSegment'] = { ...segment, ...run }
    }
  }
  if (messages !== null) {
    const kept = keptLists(draft, messages)
    if (kept !== messages) {
      changed = true
      settled['preservedMessages'] = kept
    }
  }
  return changed ? { ...value, compactMetadata: settled } : value
}

/** The first and last row of a run that stay; null if none does. */
function runOf(
  draft: TranscriptDraft,
  segment: JsonObject,
): { headUuid: string; tailUuid: string } | null | 'whole' {
  const { graph, scan } = draft.from.transcript
  const head = rowOf(draft, segment['headUuid'])
  const tail = rowOf(draft, segment['tailUuid'])
  if (head < 0 || tail < 0 || (!draft.isDropped(head) && !draft.isDropped(tail))) return 'whole'
  const kept: number[] = []
  const seen = new Set<number>()
  for (let row = tail; row >= 0 && !seen.has(row); row = graph.before(row)) {
    seen.add(row)
    if (!draft.isDropped(row)) kept.push(row)
    if (row === head) break
  }
  if (!seen.has(head) || kept.length === 0) return null
  const uuid = (row: number): string => scan.ids.text(scan.columns.uuid[row])
  return { headUuid: uuid(kept[kept.length - 1]), tailUuid: uuid(kept[0]) }
}

function keptLists(draft: TranscriptDraft, messages: JsonObject): JsonObject {
  let changed = false
  const kept = Object.fromEntries(
    Object.entries(messages).map(([key, value]) => {
      if (!Array.isArray(value)) return [key, value]
      const list = value.filter((uuid) => !isDroppedUuid(draft, uuid))
      if (list.length < value.length) changed = true
      return [key, list]
    }),
  )
  return changed ? kept : messages
}

function isDroppedUuid(draft: TranscriptDraft, uuid: unknown): boolean {
  const row = rowOf(draft, uuid)
  return row >= 0 && draft.isDropped(row)
}

/** The row of a uuid; where that one was dropped for another row of the same uuid, the other. */
function rowOf(draft: TranscriptDraft, uuid: unknown): number {
  const { graph, scan } = draft.from.transcript
  const row = typeof uuid === 'string' ? graph.rowOfText(uuid) : -1
  const stands = row < 0 ? -1 : draft.survivor(row)
  return stands >= 0 && scan.columns.uuid[stands] === scan.columns.uuid[row] ? stands : row
}
