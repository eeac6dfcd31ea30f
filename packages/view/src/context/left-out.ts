import type { Conversation, Scanner, Transcript } from '@skein/transcript'
import { BLOCK, FLAG, KIND, blocksIn, isBoundary, isReadable } from '@skein/transcript'

/** Why a row does not reach the model on a resume. */
export type LeftOutReason =
  | 'other-branch'
  | 'compacted'
  | 'cut'
  | 'unreadable'
  | 'replaced'
  | 'sub-agent'
  | 'api-error'
  | 'thinking-only'
  | 'unanswered-call'
  | 'not-conversation'

export interface LeftOut {
  readonly reason: LeftOutReason
  readonly entries: number
  readonly bytes: number
}

/** What a resume would not send, by reason; what people miss first comes first. */
export function leftOut(transcript: Transcript, view: Conversation): LeftOut[] {
  const { columns } = transcript.scan
  const reasonOf = leftOutReasons(transcript, view)
  const found = new Map<LeftOutReason, { entries: number; bytes: number }>()
  for (let row = 0; row < columns.count; row++) {
    const reason = reasonOf(row)
    if (reason === null) continue
    const sum = found.get(reason) ?? { entries: 0, bytes: 0 }
    found.set(reason, { entries: sum.entries + 1, bytes: sum.bytes + columns.length[row] })
  }
  return ORDER.flatMap((reason) => {
    const sum = found.get(reason)
    return sum === undefined ? [] : [{ reason, ...sum }]
  })
}

const ORDER: readonly LeftOutReason[] = [
  'other-branch',
  'compacted',
  'cut',
  'unreadable',
  'replaced',
  'sub-agent',
  'api-error',
  'thinking-only',
  'unanswered-call',
  'not-conversation',
]

/** Why a row does not reach the model; null where it does. */
export function leftOutReasons(
  transcript: Transcript,
  view: Conversation,
): (row: number) => LeftOutReason | null {
  const { scan, graph } = transcript
  const { columns } = scan
  const loaded = new Set(view.rows)
  const spoken = spokenRows(transcript, view)
  const past = pastOf(transcript, view.rows)
  return (row) => {
    const kind = columns.kind[row]
    if (loaded.has(row)) return kind === KIND.system ? systemReason(scan, view, row) : spoken(row)
    if (!graph.isNode(row) || kind === KIND.other || kind === KIND.progress) return 'not-conversation'
    if (!isReadable(scan, row, view.rules)) return 'unreadable'
    if (graph.isShadowed(row)) return 'replaced'
    if ((columns.flags[row] & FLAG.sidechain) !== 0) return 'sub-agent'
    return past.holds(row) ? past.reason : 'other-branch'
  }
}

/** Newer versions send what a local command printed. */
function systemReason({ columns, ids }: Scanner, view: Conversation, row: number): LeftOutReason | null {
  const isOutput = columns.subtype[row] !== 0 && columns.subtype[row] === ids.find('local_command')
  return isOutput && view.rules.shaping === 'modern' ? null : 'not-conversation'
}

interface Past {
  readonly reason: 'compacted' | 'cut'
  readonly holds: (row: number) => boolean
}

/**
 * What a reader would see before the first row that is loaded: hidden behind a compaction, or lost
 * with a parent that is not there. Rows of a message in it, and results of its calls, are part of it
 * even where parallel tools put them on a twig of their own.
 */
function pastOf({ scan, graph, tools }: Transcript, loaded: readonly number[]): Past {
  const { columns, blocks } = scan
  const rows = new Set<number>()
  const messages = new Set<number>()
  const stop = new Set(loaded)
  for (
    let row = graph.before(loaded[0]);
    row >= 0 && !rows.has(row) && !stop.has(row);
    row = graph.before(row)
  ) {
    rows.add(row)
    if (columns.kind[row] === KIND.assistant) messages.add(columns.messageId[row])
  }
  const answersPast = (row: number): boolean =>
    blocksIn(scan, row).some(
      (block) =>
        blocks.kind[block] === BLOCK.toolResult &&
        tools.usesOf(blocks.toolId[block]).some((use) => messages.has(columns.messageId[blocks.row[use]])),
    )
  return {
    reason: isBoundary(scan, loaded[0]) ? 'compacted' : 'cut',
    holds: (row) =>
      rows.has(row) ||
      (columns.kind[row] === KIND.assistant ? messages.has(columns.messageId[row]) : answersPast(row)),
  }
}

/** Why a row that is loaded still says nothing to the model; null where it does. */
function spokenRows(transcript: Transcript, view: Conversation): (row: number) => LeftOutReason | null {
  const { scan, messages } = transcript
  const { columns, blocks } = scan
  const answered = new Set<number>()
  const solid = new Set<number>()
  for (const row of view.rows)
    for (const block of blocksIn(scan, row)) {
      if (blocks.kind[block] === BLOCK.toolResult) answered.add(blocks.toolId[block])
      else if (!isThinking(blocks.kind[block])) solid.add(columns.messageId[row])
    }
  return (row) => {
    if (columns.kind[row] !== KIND.assistant) return null
    if ((columns.flags[row] & FLAG.apiError) !== 0 && !messages.isReal(row)) return 'api-error'
    const own = blocksIn(scan, row)
    const calls = own.filter((block) => blocks.kind[block] === BLOCK.toolUse)
    if (calls.length > 0 && calls.every((block) => !answered.has(blocks.toolId[block])))
      return 'unanswered-call'
    // Only newer versions leave thinking out that led to nothing.
    if (view.rules.shaping === 'classic' || own.length === 0 || solid.has(columns.messageId[row])) return null
    return own.every((block) => isThinking(blocks.kind[block])) ? 'thinking-only' : null
  }
}

function isThinking(kind: number): boolean {
  return kind === BLOCK.thinking || kind === BLOCK.redactedThinking
}
