import {
  contextTokens,
  estimateTokens,
  KIND,
  NEWEST_VERSION,
  OBSERVED,
  resumeRequest,
  resumeView,
  type JsonObject,
  type Transcript,
} from '@skein/transcript'
import { windowOf } from '@skein/view'
import type { TranscriptDraft } from '../draft/transcript-draft.ts'
import { isObject } from '../json.ts'
import type { SourceTranscript } from '../source/edit-session.ts'
import type { ContextFigures, Counts, ResumeFigures } from './plan.ts'

type Read = Pick<SourceTranscript, 'transcript' | 'source'>

/** What is compared: the original, and the new session as it was read back. */
export interface Compared {
  readonly before: Read
  /** Null where the draft changes nothing that could be seen. */
  readonly after: Read | null
  /** Whether what the API counted for the original says nothing about the new session. */
  readonly stale: boolean
}

/** How full the context is before and after. */
export function contextFigures({ before, after, stale }: Compared): ContextFigures {
  const was = contextTokens(before.transcript, after === null ? undefined : before.source)
  const window = windowOf(lastModel(before.transcript), was.tokens)
  const measured = was.measured > 0
  if (after === null) return { before: was.tokens, after: was.tokens, window, measured }
  const is = contextTokens(after.transcript, after.source)
  if (!stale && (is.measured > 0 || !measured))
    return { before: was.tokens, after: is.tokens, window, measured }
  const less =
    estimateTokens(before.transcript, before.source) - estimateTokens(after.transcript, after.source)
  return { before: was.tokens, after: Math.max(0, was.tokens - less), window, measured }
}

/** How many messages each observed version sends before and after; none where that would be much to read. */
export function resumeFigures({ before, after }: Compared): ResumeFigures[] {
  return versions().flatMap((version) => {
    // A copy of a huge session should cost what a copy costs.
    if (after === null && bytesInView(before, version) > MOST_BYTES) return []
    const was = sent(before, version)
    const is = after === null ? was : sent(after, version)
    const tokens = { before: was.tokens, after: is.tokens }
    return [{ version, before: was.messages, after: is.messages, tokens }]
  })
}

const MOST_BYTES = 4 * 1024 * 1024

function bytesInView({ transcript, source }: Read, version: string): number {
  const view = resumeView(transcript, source, { version })
  if (view.kind !== 'conversation') return 0
  return view.rows.reduce((sum, row) => sum + transcript.scan.columns.length[row], 0)
}

function versions(): string[] {
  return [...new Set([NEWEST_VERSION, ...OBSERVED.map(({ version }) => version)])]
}

interface Sent {
  readonly messages: number | null
  readonly tokens: number
}

function sent({ transcript, source }: Read, version: string): Sent {
  const request = resumeRequest(transcript, source, { version })
  if (request.kind !== 'sent') return { messages: null, tokens: 0 }
  return { messages: request.messages.length, tokens: estimateTokens(transcript, source, { version }) }
}

function lastModel({ scan, path, messages }: Transcript): string {
  for (let at = path.length - 1; at >= 0; at--) {
    const row = path.at(at)
    if (scan.columns.kind[row] === KIND.assistant && messages.isReal(row))
      return scan.ids.text(scan.columns.model[row])
  }
  return ''
}

export function rowCounts(drafts: readonly TranscriptDraft[]): Counts & { readonly added: number } {
  const sum = { kept: 0, changed: 0, dropped: 0, added: 0 }
  for (const draft of drafts) {
    const changed = draft.changedRows.length
    sum.changed += changed
    sum.dropped += draft.droppedCount
    sum.kept += draft.rowCount - draft.droppedCount - changed
    sum.added += draft.insertedCount
  }
  return sum
}

/** Content blocks of the transcripts; only rows that changed are read. */
export function blockCounts(drafts: readonly TranscriptDraft[]): Counts {
  const sum = { kept: 0, changed: 0, dropped: 0 }
  for (const draft of drafts) {
    const { blocks } = draft.from.transcript.scan
    const changed = new Set(draft.changedRows)
    for (let block = 0; block < blocks.count; block++) {
      const row = blocks.row[block]
      if (draft.isDropped(row)) sum.dropped++
      else if (!changed.has(row)) sum.kept++
    }
    const rows = [...changed]
    for (let from = 0; from < rows.length; from += AT_ONCE)
      compareBlocks(draft, rows.slice(from, from + AT_ONCE), sum)
  }
  return sum
}

const AT_ONCE = 256

function compareBlocks(
  draft: TranscriptDraft,
  rows: readonly number[],
  sum: { -readonly [K in keyof Counts]: number },
): void {
  const before = draft.originals(rows)
  for (const [row, value] of draft.values(rows)) {
    const old = contentOf(before.get(row)).map((block) => JSON.stringify(block))
    const now = new Map<string, number>()
    for (const block of contentOf(value)) {
      const text = JSON.stringify(block)
      now.set(text, (now.get(text) ?? 0) + 1)
    }
    let same = 0
    for (const text of old) {
      const left = now.get(text) ?? 0
      if (left === 0) continue
      now.set(text, left - 1)
      same++
    }
    const changed = Math.min(old.length, contentOf(value).length) - same
    sum.kept += same
    sum.changed += changed
    sum.dropped += old.length - same - changed
  }
}

function contentOf(value: JsonObject | undefined): unknown[] {
  const message = value?.['message']
  const content = isObject(message) ? message['content'] : value?.['content']
  if (Array.isArray(content)) return content
  return typeof content === 'string' && content !== '' ? [content] : []
}
