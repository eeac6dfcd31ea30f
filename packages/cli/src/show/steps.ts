import type { Entry, Prompt, ReadToolCall, ToolCall, ToolStatus, Turn } from '@skein/transcript'
import {
  KIND,
  isBoundary,
  promptKind,
  readPrompts,
  readRows,
  readToolCalls,
  textOf,
  uuidOf,
} from '@skein/transcript'
import type { ToolPatch } from '@skein/view'
import { isFileTool, toolPatch } from '@skein/view'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { lineOf } from '../file/open-transcript.ts'
import { shownName } from '../file/shown-file.ts'
import type { Content, ImageReport } from '../session/image.ts'
import { imagesIn } from '../session/image.ts'
import { bytes } from '../terminal/figures.ts'
import { askedOf, folderOf } from './asked.ts'

/** One thing that happened in a turn. `line` is the entry's line in the file. */
export type Step = (SaidStep | ToolStep | NoteStep | CompactionStep | EntryStep) & {
  readonly line: number
  readonly uuid: string | null
}

export interface SaidStep {
  readonly kind: 'text' | 'thinking'
  readonly text: string
  /** The program's words about a request that failed. */
  readonly apiError?: true
}

export interface ToolStep {
  readonly kind: 'tool'
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** The input in a few words. */
  readonly asked: string
  readonly status: ToolStatus
  readonly durationMs: number | null
  /** What the model saw; null without an answer, and where it was not read (see `StepsOptions.full`). */
  readonly result: string | null
  /** The line of the answer. */
  readonly resultLine: number | null
  readonly images: readonly ImageReport[]
  /** What it did to a file; null where it did nothing to any. */
  readonly patch: ToolPatch | null
}

/** What the program or a hook put in: `note` is the kind of the prompt or the subtype of the row. */
export interface NoteStep {
  readonly kind: 'note'
  readonly note: string
  readonly text: string
}

export interface CompactionStep extends CompactionReport {
  readonly kind: 'compaction'
}

/** An entry that is no step of its own, shown because it was asked for. */
export interface EntryStep {
  readonly kind: 'entry'
  readonly type: string | null
  readonly value: unknown
}

export interface CompactionReport {
  readonly trigger: string | null
  readonly preTokens: number | null
  readonly postTokens: number | null
}

export interface StepsOptions {
  /** With every result; else only with those that a folded line tells of: failures and changes of files. */
  readonly full: boolean
  /** A row that must be among the steps, whatever it is. */
  readonly at?: number
}

/** Everything in a turn, in order, read a few entries at a time. */
export function* steps(opened: OpenTranscript, turn: Turn, options: StepsOptions): Generator<Step> {
  const { scan } = opened.transcript
  const callsOf = new Map<number, ToolCall[]>()
  for (const call of turn.toolCalls) callsOf.set(call.row, [...(callsOf.get(call.row) ?? []), call])
  const answers = new Set(turn.toolCalls.map(({ resultRow }) => resultRow))
  const rows = turn.rows.filter(
    (row) => row !== turn.prompt && (row === options.at || promptKind(scan, row) !== 'tool-result'),
  )
  const { at } = options
  // An answer is told with its call, a prompt before all steps.
  const extra = at === undefined || at === turn.prompt || answers.has(at) ? -1 : at
  if (extra >= 0 && !rows.includes(extra)) rows.splice(placeOf(rows, extra), 0, extra)
  const around = { callsOf, folder: folderOf(opened, turn), full: options.full, extra }
  for (let from = 0; from < rows.length; from += BATCH)
    yield* stepsOf(opened, rows.slice(from, from + BATCH), around)
}

/** Bounds what is in memory at a time. */
const BATCH = 32

function placeOf(rows: readonly number[], row: number): number {
  const behind = rows.findIndex((candidate) => candidate > row)
  return behind < 0 ? rows.length : behind
}

interface Around {
  readonly callsOf: ReadonlyMap<number, readonly ToolCall[]>
  readonly folder: string
  readonly full: boolean
  readonly extra: number
}

function* stepsOf(opened: OpenTranscript, rows: readonly number[], around: Around): Generator<Step> {
  const { transcript, source } = opened
  const { scan } = transcript
  const entries = readRows(scan, source, rows)
  const prompts = readPrompts(
    transcript,
    source,
    rows.filter((row) => scan.columns.kind[row] !== KIND.assistant),
  )
  for (const row of rows) {
    const place = placeIn(opened, row)
    const entry = entries.get(row)
    let isTold = false
    if (entry !== undefined)
      for (const step of stepsOfRow(opened, row, { entry, prompt: prompts.get(row), around })) {
        isTold = true
        yield { ...step, ...place }
      }
    if (entry === undefined) yield { ...oversized(scan.columns.length[row]), ...place }
    else if (!isTold && row === around.extra)
      yield { kind: 'entry', type: entry.type, value: entry.value, ...place }
  }
}

export function placeIn(opened: OpenTranscript, row: number): { line: number; uuid: string | null } {
  return { line: lineOf(opened, row), uuid: uuidOf(opened.transcript.scan, row) }
}

type BareStep = SaidStep | ToolStep | NoteStep | CompactionStep

function* stepsOfRow(
  opened: OpenTranscript,
  row: number,
  { entry, prompt, around }: { entry: Entry; prompt: Prompt | undefined; around: Around },
): Generator<BareStep> {
  if (isBoundary(opened.transcript.scan, row)) yield compaction(entry)
  else if (prompt !== undefined && prompt.kind !== 'tool-result')
    yield { kind: 'note', note: prompt.queued ? 'queued' : prompt.kind, text: noteText(prompt) }
  else if (entry.kind === 'assistant')
    yield* spoken(opened, entry, { calls: around.callsOf.get(row) ?? [], around })
  else if (entry.kind === 'system' && textOf(entry.content) !== '')
    yield { kind: 'note', note: entry.subtype ?? 'system', text: textOf(entry.content) }
}

function* spoken(
  opened: OpenTranscript,
  entry: Extract<Entry, { kind: 'assistant' }>,
  { calls, around }: { calls: readonly ToolCall[]; around: Around },
): Generator<BareStep> {
  const read = readCalls(opened, entry, { calls, full: around.full })
  for (const block of entry.content.blocks) {
    if (block.kind === 'text')
      yield { kind: 'text', text: block.text, ...(entry.isApiError && { apiError: true as const }) }
    else if (block.kind === 'thinking' && block.thinking !== '')
      yield { kind: 'thinking', text: block.thinking }
    else if (block.kind === 'tool_use') {
      const call = read.find(({ id }) => id === block.id)
      if (call !== undefined) yield toolStep(opened, call, around)
    } else if (block.kind === 'server_tool_use') yield serverTool(block)
  }
}

/** The calls of an entry; the answers only of those that the reader gets to see. */
function readCalls(
  { transcript, source }: OpenTranscript,
  entry: Extract<Entry, { kind: 'assistant' }>,
  { calls, full }: { calls: readonly ToolCall[]; full: boolean },
): ReadToolCall[] {
  const wanted = calls.filter(({ name, status }) => full || status !== 'ok' || isFileTool(name))
  const read = new Map(readToolCalls(transcript, source, wanted).map((call) => [call.use, call]))
  return calls.map(
    (call) =>
      read.get(call.use) ?? { ...call, input: inputOf(entry.content, call.id), output: null, content: null },
  )
}

function inputOf(content: Content, id: string): unknown {
  const block = content.blocks.find((candidate) => candidate.kind === 'tool_use' && candidate.id === id)
  return block?.kind === 'tool_use' ? block.input : undefined
}

function toolStep(opened: OpenTranscript, call: ReadToolCall, { folder }: Around): ToolStep {
  const { id, name, input, status, durationMs, content } = call
  return {
    kind: 'tool',
    id,
    name: shownName(opened, name),
    input,
    asked: askedOf(name, input, folder),
    status,
    durationMs,
    result: content === null ? null : textOf(content),
    resultLine: call.resultRow < 0 ? null : lineOf(opened, call.resultRow),
    images: content === null ? [] : imagesIn(content),
    patch: toolPatch(call),
  }
}

/** A call that the API itself carried out; its answer is part of the same message and is the model's to read. */
function serverTool(block: { id: string; name: string; input: unknown }): ToolStep {
  const { id, name, input } = block
  return {
    kind: 'tool',
    id,
    name,
    input,
    asked: askedOf(name, input, ''),
    status: 'ok',
    durationMs: null,
    result: null,
    resultLine: null,
    images: [],
    patch: null,
  }
}

/** A line that the kernel leaves on disk; `--view raw` shows it. */
function oversized(length: number): NoteStep {
  return { kind: 'note', note: 'oversized', text: oversizedNote(length) }
}

export function oversizedNote(length: number): string {
  return `a line of ${bytes(length)}, see --view raw`
}

function compaction(entry: Entry): CompactionStep {
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
