import { KIND, type JsonObject } from '@skein/transcript'
import { isObject } from '../json.ts'
import type { Draft } from './draft.ts'
import { settlePreserved } from './settle.ts'
import type { TranscriptDraft } from './transcript-draft.ts'

/** What all edits have in common, done to a draft once its operation is done with it. */
export function finishDraft(draft: Draft, sessionId: string): void {
  for (const transcript of draft.transcripts) settlePreserved(transcript)
  draft.staleUsage = settleUsage(draft.main)
  const tip = draft.tip ?? survivingTip(draft.main)
  if (draft.title !== null) draft.main.append({ type: 'custom-title', customTitle: draft.title, sessionId })
  if (tip === null) return
  const explicit = isGoneOnFrom(draft.main, tip) ? { explicit: true } : {}
  draft.main.append({ type: 'last-prompt', leafUuid: tip, sessionId, ...explicit })
}

/** Where a rewind left rows behind its end, only an explicit mark makes a resume stop there. */
function isGoneOnFrom(main: TranscriptDraft, tip: string): boolean {
  const { graph } = main.from.transcript
  const row = graph.rowOfText(tip)
  return row >= 0 && graph.children(row).some((child) => !main.isDropped(child))
}

/**
 * The tip of the original, or what stays before it, for a draft that takes rows away or puts some in: newer
 * versions go by the last marker, which may name a row that is gone.
 */
function survivingTip(main: TranscriptDraft): string | null {
  const { path, scan } = main.from.transcript
  if (main.droppedCount === 0 && main.insertedCount === 0) return null
  const row = path.tip < 0 ? -1 : main.survivor(path.tip)
  return row < 0 ? null : scan.ids.text(scan.columns.uuid[row])
}

/**
 * Takes the input counts out of the usage of answers behind the first change. They tell how large the context was;
 * 2.0.76 believes them on resume and compacts a conversation that is small now (docs/format.md). The original keeps the
 * true ones, and they are counted there: copies carry `forkedFrom`. True where there were such answers.
 */
export function settleUsage(main: TranscriptDraft): boolean {
  const { path, scan } = main.from.transcript
  const rows: number[] = []
  let changed = false
  for (let at = 0; at < path.length; at++) {
    const row = path.at(at)
    const isAnswer = scan.columns.kind[row] === KIND.assistant && !main.isDropped(row)
    if (changed && isAnswer && scan.columns.usage[row] >= 0) rows.push(row)
    changed ||= touches(main, row)
  }
  for (let from = 0; from < rows.length; from += AT_ONCE)
    for (const [row, value] of main.values(rows.slice(from, from + AT_ONCE))) {
      const settled = withoutInput(value)
      if (settled !== null) main.change(row, settled)
    }
  return rows.length > 0
}

const AT_ONCE = 256

/** Whether what the model sees differs here. Dropping what it never saw changes nothing. */
function touches(main: TranscriptDraft, row: number): boolean {
  const { kind } = main.from.transcript.scan.columns
  const isSent = kind[row] !== KIND.progress && kind[row] !== KIND.other
  return (isSent && (main.isDropped(row) || main.isChanged(row))) || main.insertedAfter(row).length > 0
}

function withoutInput(value: JsonObject): JsonObject | null {
  const { message } = value
  if (!isObject(message) || !isObject(message['usage'])) return null
  const usage: Record<string, unknown> = { ...message['usage'] }
  for (const key of CACHE_COUNTS) if (key in usage) usage[key] = 0
  // Not zero: newer versions pass over an answer without input and go by one before it.
  usage['input_tokens'] = 1
  if (isObject(usage['cache_creation']))
    usage['cache_creation'] = Object.fromEntries(Object.keys(usage['cache_creation']).map((key) => [key, 0]))
  // A list of the counts of each step of the answer, in newer versions.
  delete usage['iterations']
  return { ...value, message: { ...message, usage } }
}

const CACHE_COUNTS = ['cache_creation_input_tokens', 'cache_read_input_tokens']
