import { KIND, type JsonObject, type Transcript } from '@skein/transcript'
import type { TranscriptDraft } from '../../draft/transcript-draft.ts'
import type { LiveRows } from './live-rows.ts'
import { isObject } from './result-text.ts'

/** Drops what running tools reported, on the live path and beside it. */
export function dropProgress(draft: TranscriptDraft, live: LiveRows): number {
  const { columns } = draft.from.transcript.scan
  return dropRows(draft, live, (row) => columns.kind[row] === KIND.progress)
}

/** Drops reports on calls that are gone. */
export function dropReportsOn(draft: TranscriptDraft, live: LiveRows, calls: ReadonlySet<string>): number {
  if (calls.size === 0) return 0
  const { columns, ids } = draft.from.transcript.scan
  return dropRows(
    draft,
    live,
    (row) => columns.kind[row] === KIND.progress && calls.has(ids.text(columns.parentToolUseId[row])),
  )
}

/**
 * Drops what only the program's own books need: notices that are not sent, the log of requests, states
 * that a later row replaced, and the log of queued prompts where none is left waiting in it.
 */
export function dropBookkeeping(draft: TranscriptDraft, live: LiveRows): number {
  const { transcript } = draft.from
  const { columns, ids } = transcript.scan
  const last = lastOfStates(transcript)
  const isQueueDone = !hasWaitingPrompts(draft)
  let count = dropRows(
    draft,
    live,
    (row) => columns.kind[row] === KIND.system && NOTICES.has(ids.text(columns.subtype[row])),
  )
  for (let row = 0; row < transcript.rowCount; row++) {
    if (columns.kind[row] !== KIND.other || draft.isDropped(row) || live.fixed[row] === 1) continue
    if (carries(transcript, row)) continue
    const type = ids.text(columns.type[row])
    const isOld = STATES.has(type) && last.get(type) !== row
    if (!isOld && !LOGS.has(type) && !(type === 'queue-operation' && isQueueDone)) continue
    draft.drop(row)
    count++
  }
  return count
}

/** `microcompact_boundary` and `local_command` are more than notices; so may be subtypes to come. */
const NOTICES: ReadonlySet<string> = new Set([
  'turn_duration',
  'api_error',
  'stop_hook_summary',
  'informational',
  'away_summary',
  'bridge_status',
])

const LOGS: ReadonlySet<string> = new Set(['api-request', 'api-request-shape', 'api-request-blob'])

/** Types of which only the last row counts; where the conversation stands is every edit's own affair. */
const STATES: ReadonlySet<string> = new Set([
  'mode',
  'permission-mode',
  'custom-title',
  'ai-title',
  'agent-name',
  'agent-color',
  'tag',
  'tools-used',
  'cost-state',
  'worktree-state',
  'atis-latch',
])

function lastOfStates({ scan, rowCount }: Transcript): Map<string, number> {
  const last = new Map<string, number>()
  for (let row = 0; row < rowCount; row++)
    if (scan.columns.kind[row] === KIND.other) last.set(scan.ids.text(scan.columns.type[row]), row)
  return last
}

/** Whether a row hangs on this one, whatever its type. */
function carries({ graph, scan }: Transcript, row: number): boolean {
  return scan.columns.uuid[row] !== 0 && graph.isNode(row) && graph.childCount(row) > 0
}

/** A prompt that was queued and never taken out was never sent, and stands nowhere else. */
function hasWaitingPrompts(draft: TranscriptDraft): boolean {
  let waiting = 0
  for (const { operation } of valuesOfType(draft, new Set(['queue-operation'])).values()) {
    if (operation === 'enqueue') waiting++
    else if (operation === 'popAll') waiting = 0
    else if (waiting > 0) waiting--
  }
  return waiting > 0
}

/** Rows of some types of side rows, parsed. */
export function valuesOfType(draft: TranscriptDraft, types: ReadonlySet<string>): Map<number, JsonObject> {
  const { scan, rowCount } = draft.from.transcript
  const rows: number[] = []
  for (let row = 0; row < rowCount; row++)
    if (scan.columns.kind[row] === KIND.other && types.has(scan.ids.text(scan.columns.type[row])))
      rows.push(row)
  const values = new Map<number, JsonObject>()
  for (let start = 0; start < rows.length; start += SLICE)
    for (const [row, value] of draft.values(rows.slice(start, start + SLICE))) values.set(row, value)
  return values
}

const SLICE = 256

/**
 * Takes results that were reduced out of the rows which say how they are sent: the program would put
 * its own shortened text over what is left of them.
 */
export function dropReplacements(
  draft: TranscriptDraft,
  live: LiveRows,
  reduced: ReadonlySet<string>,
): number {
  if (reduced.size === 0) return 0
  let count = 0
  for (const [row, value] of valuesOfType(draft, new Set(['content-replacement']))) {
    const { replacements } = value
    if (!Array.isArray(replacements)) continue
    const kept = replacements.filter((item: unknown) => !(isObject(item) && namesOne(item, reduced)))
    if (kept.length === replacements.length) continue
    count += replacements.length - kept.length
    if (kept.length === 0 && live.fixed[row] === 0) draft.drop(row)
    else draft.change(row, { ...value, replacements: kept })
  }
  return count
}

function namesOne(item: JsonObject, ids: ReadonlySet<string>): boolean {
  return [item.toolUseId, item.toolUseID, item.tool_use_id].some(
    (id) => typeof id === 'string' && ids.has(id),
  )
}

/** Drops chain rows that pass and that hang on the live path, directly or over rows that pass too. */
function dropRows(draft: TranscriptDraft, live: LiveRows, passes: (row: number) => boolean): number {
  const { transcript } = draft.from
  const isLive = new Map<number, boolean>()
  let count = 0
  for (let row = 0; row < transcript.rowCount; row++) {
    if (draft.isDropped(row) || live.fixed[row] === 1 || !passes(row)) continue
    if (!hangsOnLive(row)) continue
    draft.drop(row)
    count++
  }
  return count

  function hangsOnLive(start: number): boolean {
    const walked: number[] = []
    let row = start
    const seen = new Set<number>()
    while (row >= 0 && !live.has(row) && passes(row) && !isLive.has(row) && !seen.has(row)) {
      seen.add(row)
      walked.push(row)
      row = transcript.graph.before(row)
    }
    const answer = row >= 0 && (isLive.get(row) ?? live.has(row))
    for (const passed of walked) isLive.set(passed, answer)
    return answer
  }
}
