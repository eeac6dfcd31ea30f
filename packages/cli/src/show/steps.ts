import type { Entry, Prompt, ReadToolCall, ToolCall, ToolStatus, Turn } from '@skein/transcript'
import { KIND, isBoundary, promptKind, readPrompts, readRows, readToolCalls, textOf } from '@skein/transcript'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { folderOf, toolSummary } from './tool-summary.ts'

/** One thing that happened in a turn, as `--full` tells it. */
export type Step =
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | {
      readonly kind: 'tool'
      readonly id: string
      readonly name: string
      readonly input: unknown
      /** The input in a few words. */
      readonly asked: string
      readonly status: ToolStatus
      readonly durationMs: number | null
      /** What the model saw; null without an answer. */
      readonly result: string | null
    }
  /** What the program or a hook put in: `note` is the kind of the prompt or the subtype of the row. */
  | { readonly kind: 'note'; readonly note: string; readonly text: string }
  | ({ readonly kind: 'compaction' } & CompactionReport)

export interface CompactionReport {
  readonly trigger: string | null
  readonly preTokens: number | null
  readonly postTokens: number | null
}

/** Everything in a turn, in order, read a few entries at a time. */
export function* steps(opened: OpenTranscript, turn: Turn): Generator<Step> {
  const folder = folderOf(opened, turn)
  const { scan } = opened.transcript
  const callsOf = new Map<number, ToolCall[]>()
  for (const call of turn.toolCalls) callsOf.set(call.row, [...(callsOf.get(call.row) ?? []), call])
  const rows = turn.rows.filter((row) => row !== turn.prompt && promptKind(scan, row) !== 'tool-result')
  for (let from = 0; from < rows.length; from += BATCH)
    yield* stepsOf(opened, rows.slice(from, from + BATCH), { callsOf, folder })
}

/** Bounds what is in memory at a time. */
const BATCH = 32

function* stepsOf(
  { transcript, source }: OpenTranscript,
  rows: readonly number[],
  { callsOf, folder }: { callsOf: ReadonlyMap<number, readonly ToolCall[]>; folder: string },
): Generator<Step> {
  const { scan } = transcript
  const entries = readRows(scan, source, rows)
  const prompts = readPrompts(
    transcript,
    source,
    rows.filter((row) => scan.columns.kind[row] !== KIND.assistant),
  )
  for (const row of rows) {
    const entry = entries.get(row)
    if (entry === undefined) continue
    const prompt = prompts.get(row)
    if (isBoundary(scan, row)) yield compaction(entry)
    else if (prompt !== undefined)
      yield { kind: 'note', note: prompt.queued ? 'queued' : prompt.kind, text: noteText(prompt) }
    else if (entry.kind === 'assistant')
      yield* spoken(entry, readToolCalls(transcript, source, callsOf.get(row) ?? []), folder)
    else if (entry.kind === 'system' && textOf(entry.content) !== '')
      yield { kind: 'note', note: entry.subtype ?? 'system', text: textOf(entry.content) }
  }
}

function* spoken(
  entry: Extract<Entry, { kind: 'assistant' }>,
  calls: readonly ReadToolCall[],
  folder: string,
): Generator<Step> {
  for (const block of entry.content.blocks) {
    if (block.kind === 'text') yield { kind: 'text', text: block.text }
    else if (block.kind === 'thinking' && block.thinking !== '')
      yield { kind: 'thinking', text: block.thinking }
    else if (block.kind === 'tool_use') {
      const call = calls.find(({ id }) => id === block.id)
      if (call === undefined) continue
      const { id, name, input, status, durationMs, content } = call
      const result = content === null ? null : textOf(content)
      yield {
        kind: 'tool',
        id,
        name,
        input,
        asked: toolSummary(name, input, folder),
        status,
        durationMs,
        result,
      }
    }
  }
}

function compaction(entry: Entry): Step {
  const detail = entry.kind === 'system' && entry.detail.kind === 'compact_boundary' ? entry.detail : null
  return {
    kind: 'compaction',
    trigger: detail?.trigger ?? null,
    preTokens: detail?.preTokens ?? null,
    postTokens: detail?.postTokens ?? null,
  }
}

function noteText({ typed, injected }: Prompt): string {
  return [typed, ...injected.map(({ text }) => text)].filter((text) => text !== '').join('\n')
}
