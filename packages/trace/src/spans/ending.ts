import type { Entry, Transcript } from '@skein/transcript'
import {
  BLOCK,
  BLOCK_FLAG,
  blocksIn,
  FLAG,
  isHuman,
  isQueuedCommand,
  KIND,
  promptKind,
  readRows,
  textOf,
} from '@skein/transcript'
import type { SpanError } from './span.ts'
import type { Strand, Tables } from './strand.ts'

/**
 * How a conversation stands after its last row:
 * - `done`: a model came to an end, or a failure or the user ended it (`error`)
 * - `local`: no model was asked, the program answered itself
 * - `open`: a model or a tool has the word
 * - `nothing`: only the prompt is there
 */
export interface Ending {
  readonly state: 'done' | 'local' | 'open' | 'nothing'
  readonly error: SpanError | null
}

/** By the columns; only what a failure says of itself is read. */
export function endingOf({ tables, rows }: Strand): Ending {
  const { transcript } = tables
  const { scan, messages } = transcript
  const { kind, flags } = scan.columns
  let failure = -1
  let finished = false
  let answeredHere = false
  const open = (state: 'open' | 'nothing'): Ending => {
    if (failure >= 0) return { state, error: failureAt(tables, failure) }
    if (answeredHere && state === 'nothing') return LOCAL
    return { state: finished && state === 'open' ? 'done' : state, error: null }
  }
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i]
    if (kind[row] === KIND.system) {
      // A failure may be noted late, after what came of the next try.
      if (failure < 0 && hasSubtype(transcript, row, 'api_error')) failure = row
      if (hasSubtype(transcript, row, 'turn_duration')) finished = true
      if (hasSubtype(transcript, row, 'local_command')) answeredHere = true
    } else if (kind[row] === KIND.attachment) {
      if (isQueuedCommand(scan, row)) return open('open')
    } else if (kind[row] === KIND.assistant) {
      if ((flags[row] & FLAG.apiError) !== 0) return { state: 'done', error: failureAt(tables, row) }
      if (messages.isReal(row)) return hasEnded(transcript, row) ? DONE : open('open')
    } else if (kind[row] === KIND.user) {
      const said = promptKind(scan, row)
      if (said === 'interruption') return { state: 'done', error: INTERRUPTED }
      if (said === 'output') return LOCAL
      if (said === 'tool-result' || said === 'notification') return open('open')
      if (said !== null && isHuman(said)) return open('nothing')
    }
  }
  return open('nothing')
}

/** Whether something was said with the row: neither what the program puts in nor what it says for itself. */
export function isTold({ scan, messages }: Transcript, row: number): boolean {
  const { kind, flags } = scan.columns
  if (kind[row] === KIND.assistant) return messages.isReal(row) || (flags[row] & FLAG.apiError) !== 0
  return kind[row] === KIND.user && promptKind(scan, row) !== 'meta'
}

export const INTERRUPTED: SpanError = { type: 'interrupted', message: 'interrupted by the user' }

const DONE: Ending = { state: 'done', error: null }
const LOCAL: Ending = { state: 'local', error: null }

/** Whether a message is its conversation's last: it calls no tool, and has a text or a reason to have stopped. */
function hasEnded({ scan, messages }: Transcript, row: number): boolean {
  const { blocks, columns, ids } = scan
  let text = false
  let reason = 0
  for (const part of messages.rows(columns.messageId[row])) {
    reason = columns.stopReason[part] || reason
    for (const block of blocksIn(scan, part)) {
      if (blocks.kind[block] === BLOCK.toolUse) return false
      if (blocks.kind[block] === BLOCK.text && (blocks.flags[block] & BLOCK_FLAG.empty) === 0) text = true
    }
  }
  // Many versions write no reason at all.
  return reason === 0 ? text : !GOING_ON.has(ids.text(reason))
}

const GOING_ON: ReadonlySet<string> = new Set(['tool_use', 'pause_turn'])

function failureAt({ transcript, source }: Tables, row: number): SpanError {
  const entry = readRows(transcript.scan, source, [row]).get(row)
  return { type: 'api_error', message: failureText(entry) || 'the request failed' }
}

function failureText(entry: Entry | undefined): string {
  if (entry?.kind === 'assistant') return textOf(entry.content)
  if (entry?.kind !== 'system' || entry.detail.kind !== 'api_error') return ''
  const { message, status } = entry.detail
  return message ?? (status === null ? '' : `status ${status}`)
}

function hasSubtype({ scan }: Transcript, row: number, subtype: string): boolean {
  const { columns, ids } = scan
  return columns.subtype[row] !== 0 && columns.subtype[row] === ids.find(subtype)
}
