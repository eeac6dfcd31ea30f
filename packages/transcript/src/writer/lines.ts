import { SYNTHETIC_MODEL } from '../messages/message-table.ts'
import type { NewChainRow, NewCompaction, NewResult, NewSideRow } from './new-row.ts'
import { hasShape, lineOf, type Shape } from './shapes.ts'

/** What the rows of a session have in common. */
export interface SessionHead {
  readonly sessionId: string
  readonly version: string
  /** Where the next row stands; rows can change both. */
  readonly cwd: string
  readonly gitBranch: string
  /** `cli` by default. */
  readonly entrypoint?: string
  readonly slug?: string
  /** Set for a sub-agent's transcript: its rows are side lines. */
  readonly agentId?: string
}

/** A row's place in the chain. A compaction is two rows, the boundary and its summary; all others are one. */
export interface RowPlace {
  readonly uuids: readonly string[]
  /** ms */
  readonly times: readonly number[]
  /** Of a compaction: the row before it, which it is the logical child of. */
  readonly parentUuid: string | null
  /** Of a result: the row of its call. */
  readonly callUuid?: string
}

/** The lines of a chain row, newlines included. They know nothing of the chain's rules: `ChainWriter` does. */
export function chainLines(head: SessionHead, row: NewChainRow, place: RowPlace): string[] {
  const { kind: _kind, uuid: _uuid, time: _time, ...own } = row
  const lineAt = (at: number, shape: Shape, values: Readonly<Record<string, unknown>>): string =>
    lineOf(shape, {
      ...own,
      parentUuid: place.parentUuid,
      isSidechain: head.agentId !== undefined,
      agentId: head.agentId,
      ...values,
      uuid: place.uuids[at],
      timestamp: isoTime(place.times[at]),
      userType: 'external',
      entrypoint: head.entrypoint ?? 'cli',
      cwd: row.cwd ?? head.cwd,
      sessionId: head.sessionId,
      version: head.version,
      gitBranch: row.gitBranch ?? head.gitBranch,
      slug: row.slug ?? head.slug,
    })
  switch (row.kind) {
    case 'user':
      return [lineAt(0, 'user', { type: 'user', message: { role: 'user', content: row.content } })]
    case 'result': {
      const message = { role: 'user', content: [resultBlock(row)] }
      return [lineAt(0, 'result', { type: 'user', message, sourceToolAssistantUUID: place.callUuid })]
    }
    case 'assistant': {
      const message = { ...EMPTY_MESSAGE, ...row.message }
      return [lineAt(0, 'assistant', { type: 'assistant', message, madeBy: 'model' })]
    }
    case 'synthetic': {
      const isFailure = row.error !== undefined
      const content = [{ type: 'text', text: row.text }]
      const message = { ...SYNTHETIC_MESSAGE, id: row.messageId, content, context_management: null }
      const madeBy = isFailure ? 'model' : 'other'
      return [lineAt(0, 'synthetic', { type: 'assistant', message, isApiErrorMessage: isFailure, madeBy })]
    }
    case 'system': {
      const shape = row.subtype === 'informational' ? 'informational' : 'system'
      return [lineAt(0, shape, { type: 'system', isMeta: NEVER_META.has(row.subtype) ? false : undefined })]
    }
    case 'attachment':
      return [lineAt(0, 'attachment', { type: 'attachment' })]
    case 'compaction':
      return [
        lineAt(0, `${row.trigger} boundary`, boundaryOf(row, place)),
        lineAt(1, 'compact summary', {
          parentUuid: place.uuids[0],
          type: 'user',
          message: { role: 'user', content: row.summary },
          isVisibleInTranscriptOnly: true,
          isCompactSummary: true,
        }),
      ]
  }
}

export function sideLine(
  sessionId: string,
  row: NewSideRow,
  { time, leafUuid }: { time: number; leafUuid?: string },
): string {
  const { kind, ...own } = row
  const place = leafUuid === undefined ? {} : { leafUuid }
  const timed = TIMED.has(kind) ? { timestamp: isoTime(time) } : {}
  return lineOf(hasShape(kind) ? kind : 'side row', { ...own, ...place, ...timed, type: kind, sessionId })
}

/** The program writes the keys of an error in another order than those of a success, and so do we. */
function resultBlock({ content, toolUseId, isError }: NewResult): object {
  return isError === true
    ? { type: 'tool_result', content, is_error: true, tool_use_id: toolUseId }
    : { tool_use_id: toolUseId, type: 'tool_result', content, is_error: isError }
}

/**
 * The boundary names the summary, which follows it, as the place where preserved rows are spliced in: the format's one link
 * forward.
 */
function boundaryOf(row: NewCompaction, place: RowPlace): Readonly<Record<string, unknown>> {
  const { trigger, preTokens, postTokens, cumulativeDroppedTokens, durationMs, preserve = [] } = row
  const anchorUuid = place.uuids[1]
  const preserved = preserve.length > 0 && {
    preservedSegment: { headUuid: preserve[0], anchorUuid, tailUuid: preserve.at(-1) },
    preservedMessages: { anchorUuid, uuids: preserve, allUuids: preserve },
  }
  return {
    parentUuid: null,
    logicalParentUuid: place.parentUuid,
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    isMeta: false,
    level: 'info',
    compactMetadata:
      trigger === 'auto'
        ? { trigger, preTokens, postTokens, cumulativeDroppedTokens, durationMs, ...preserved }
        : { trigger, preTokens, durationMs, ...preserved, postTokens, cumulativeDroppedTokens },
  }
}

/** Subtypes that say of themselves that they are not meta. */
const NEVER_META: ReadonlySet<string> = new Set([
  'turn_duration',
  'local_command',
  'away_summary',
  'informational',
])

/** Side rows with a time of their own. */
const TIMED: ReadonlySet<string> = new Set(['queue-operation', 'file-history-delta'])

/** The keys that come first, and what holds where nothing is said. */
const EMPTY_MESSAGE = {
  id: '',
  type: 'message',
  role: 'assistant',
  model: '',
  stop_reason: null,
  stop_sequence: null,
}

/** As the program writes it, id and content apart. */
const SYNTHETIC_MESSAGE = {
  diagnostics: null,
  id: '',
  container: null,
  model: SYNTHETIC_MODEL,
  role: 'assistant',
  stop_details: null,
  stop_reason: 'stop_sequence',
  stop_sequence: '',
  type: 'message',
  usage: {
    output_tokens_details: null,
    input_tokens: 0,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: null,
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
    inference_geo: null,
    iterations: null,
    speed: null,
    fallback_credit: null,
  },
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}
