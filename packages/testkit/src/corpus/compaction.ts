import type { Conversation } from './conversation.ts'
import type { RowRecord } from './records.ts'
import { prose } from './text-pool.ts'

/**
 * Compacts the conversation: a boundary with a null parent that names the old leaf, then the summary. With a preserved
 * segment the last turn's rows stay where they are and the boundary lists them.
 */
export function compact(conversation: Conversation, preserve: boolean): void {
  const { writer, random, scale } = conversation
  if (writer.leaf === null) return
  const logicalParent = writer.leaf
  const summaryUuid = random.uuid()
  const uuids = preserve ? segmentOf(conversation) : []
  const metadata = {
    trigger: random.chance(0.8) ? 'auto' : 'manual',
    preTokens: conversation.context,
    ...(uuids.length > 0
      ? {
          postTokens: 12_000,
          durationMs: random.int(9000, 90_000),
          preservedSegment: { headUuid: uuids[0], anchorUuid: summaryUuid, tailUuid: uuids.at(-1) },
          preservedMessages: { anchorUuid: summaryUuid, uuids, allUuids: uuids },
        }
      : {}),
  }
  writer.tick(random.int(8000, 90_000))
  const boundary = {
    logicalParent,
    ...(uuids.length > 0 ? { preserved: { anchor: summaryUuid, uuids } } : {}),
  }
  writer.chain('system', (uuid, timestamp) => boundaryBody(conversation, metadata, uuid, timestamp), {
    parent: null,
    boundary,
  })
  const summary = `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\n${prose(random, scale(random.int(6000, 22_000)))}`
  writer.chain(
    'user',
    (uuid, timestamp) => ({
      type: 'user',
      message: { role: 'user', content: summary },
      isVisibleInTranscriptOnly: true,
      isCompactSummary: true,
      uuid,
      timestamp,
    }),
    { uuid: summaryUuid },
  )
  conversation.prompts = []
  conversation.context = 12_000 + Math.ceil(summary.length / 4)
  conversation.cached = 0
}

function boundaryBody(
  { writer }: Conversation,
  compactMetadata: object,
  uuid: string,
  timestamp: string,
): object {
  const start = { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' }
  return writer.profile.envelope === 'head'
    ? { ...start, isMeta: false, timestamp, uuid, level: 'info', compactMetadata }
    : { ...start, level: 'info', compactMetadata, uuid, timestamp }
}

/** From the last prompt of the live path to its leaf. */
function segmentOf({ writer, prompts }: Conversation): string[] {
  const head = prompts.at(-1)?.uuid
  const written = [...writer.records, ...writer.window.flatMap((pending) => pending.record ?? [])]
  const byUuid = new Map(written.map((record) => [record.uuid, record]))
  const uuids: string[] = []
  let at: RowRecord | undefined = byUuid.get(writer.leaf ?? '')
  // Damage may have closed the parents into a ring; a segment is never longer than the file.
  while (at && uuids.length < written.length) {
    uuids.unshift(at.uuid)
    if (at.uuid === head) return uuids
    at = at.parent === null ? undefined : byUuid.get(at.parent)
  }
  return []
}
