import type { NewRow } from '@skein/transcript'

export type ProgramRow = Readonly<Record<string, unknown>>

/**
 * What a writer would be asked for where the program wrote this row; null for rows that no writer of ours makes, and for the
 * summary of a compaction, which comes with its boundary.
 */
export function asNewRow(row: ProgramRow, next: ProgramRow | undefined): NewRow | null {
  const { type } = row
  if (row['isCompactSummary'] === true) return null
  const given = own(row)
  switch (type) {
    case 'user':
      return userRow(row, given)
    case 'assistant':
      return isSynthetic(row)
        ? asked({ ...given, kind: 'synthetic', text: textIn(row) })
        : asked({ ...given, kind: 'assistant', message: row['message'] })
    case 'system':
      return row['subtype'] === 'compact_boundary'
        ? compaction(row, next)
        : asked({ ...given, kind: 'system' })
    case 'attachment':
      return asked({ ...given, kind: 'attachment' })
    default:
      return UNWRITTEN.has(String(type)) ? null : asked({ ...given, kind: type })
  }
}

/** Rows that only the program has a use for. */
const UNWRITTEN = new Set(['atis-latch', 'api-request', 'api-request-shape', 'api-request-blob'])

/** The test is what says whether these are rows that the writer knows. */
function asked(row: ProgramRow): NewRow {
  return row as unknown as NewRow
}

/** The keys that are not the writer's own. */
function own(row: ProgramRow): ProgramRow {
  const written = new Set([
    'type',
    'parentUuid',
    'isSidechain',
    'agentId',
    'timestamp',
    'message',
    'userType',
    'entrypoint',
    'sessionId',
    'version',
    'isApiErrorMessage',
    'madeBy',
    'sourceToolAssistantUUID',
    'leafUuid',
  ])
  return Object.fromEntries(
    Object.entries(row).filter(([key]) => !written.has(key) || row['type'] === 'summary'),
  )
}

function userRow(row: ProgramRow, given: ProgramRow): NewRow {
  const content = contentOf(row)
  const block = Array.isArray(content) ? (content[0] as ProgramRow) : undefined // the Messages API's own shape
  if (block?.['type'] !== 'tool_result')
    return asked({ ...given, kind: 'user', content, after: row['parentUuid'] })
  const { tool_use_id: toolUseId, content: answer, is_error: isError } = block
  return asked({ ...given, kind: 'result', toolUseId, content: answer, isError })
}

function compaction(row: ProgramRow, summary: ProgramRow | undefined): NewRow {
  const { preservedSegment: _segment, preservedMessages, ...metadata } = row['compactMetadata'] as ProgramRow // written so
  const preserve = (preservedMessages as { uuids: string[] } | undefined)?.uuids // written so, too
  const { promptId, turnPosition } = summary ?? {}
  return asked({
    ...own(row),
    ...metadata,
    kind: 'compaction',
    preserve,
    promptId,
    turnPosition,
    summary: contentOf(summary ?? {}),
  })
}

function contentOf(row: ProgramRow): unknown {
  return (row['message'] as ProgramRow | undefined)?.['content']
}

function textIn(row: ProgramRow): string {
  const [block] = contentOf(row) as [{ text: string }] // synthetic messages are one text
  return block.text
}

function isSynthetic(row: ProgramRow): boolean {
  return (row['message'] as ProgramRow)['model'] === '<synthetic>'
}
