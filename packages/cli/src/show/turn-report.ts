import type { FileChange, Prompt, PromptKind, TokenUsage, ToolStatus, Turn } from '@skein/transcript'
import {
  fileChanges,
  isBoundary,
  promptKind,
  readRows,
  readToolCalls,
  textOf,
  turnText,
} from '@skein/transcript'
import { withoutFolder } from '@skein/view'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { shownName } from '../file/shown-file.ts'
import type { AgentReport } from '../session/agents.ts'
import type { ImageReport } from '../session/image.ts'
import { imageOf } from '../session/image.ts'
import { isoTime } from '../terminal/figures.ts'
import type { CompactionReport, Step } from './steps.ts'
import { oversizedNote, placeIn } from './steps.ts'
import { askedOf, folderOf } from './asked.ts'

/** A turn as `skein show --json` prints it; docs/cli-json.md describes it, so a change here is a change there. */
export interface TurnReport {
  /** From 1. */
  readonly turn: number
  /** Null for what stands before the first prompt. */
  readonly prompt: PromptReport | null
  readonly startTime: string | null
  readonly endTime: string | null
  readonly durationMs: number | null
  /** Messages of the model. */
  readonly steps: number
  readonly tools: readonly { readonly name: string; readonly calls: number }[]
  readonly files: readonly FileChange[]
  readonly tokens: TokenUsage
  readonly models: readonly string[]
  /** The last text the model wrote; null where there is none. */
  readonly final: string | null
  /** What a slash command or a `!` line printed; null where nothing did. */
  readonly output: string | null
  readonly errors: readonly ErrorReport[]
  readonly interrupted: boolean
  readonly compactions: readonly CompactionReport[]
  /** Numbers of the branches that leave the conversation here, as `--branch` takes them. */
  readonly branches: readonly number[]
  readonly agents: readonly ToldAgent[]
  /** Everything that happened; `--json` has it with `--full` and `--at` only. */
  readonly allSteps?: Iterable<Step>
}

/** A sub-agent; exports tell what it did as well. */
export interface ToldAgent extends AgentReport {
  readonly turns?: Iterable<TurnReport>
}

export interface ToldAgents {
  /** The sub-agent that a call started. */
  readonly byToolUse: (toolUseId: string) => ToldAgent | null
  /** Those whose call is not in the transcript. */
  readonly unattached: readonly ToldAgent[]
}

export interface PromptReport {
  readonly kind: PromptKind
  readonly text: string
  readonly uuid: string | null
  /** Its line in the file. */
  readonly line: number
  readonly images: number
  readonly imageList: readonly ImageReport[]
  readonly queued: boolean
  /** How long the session had been silent, where it was at least five minutes. */
  readonly resumedAfterMs: number | null
}

export interface ErrorReport {
  readonly kind: 'api' | Exclude<ToolStatus, 'ok' | 'pending' | 'orphaned'>
  /** The tool, and what it was asked in short; null for a failure of the API. */
  readonly tool: string | null
  readonly asked: string | null
  readonly text: string
}

export interface TurnSurroundings {
  readonly agents: ToldAgents
  /** Numbers of branches by the position on the path where they leave it. */
  readonly branchesAt: ReadonlyMap<number, readonly number[]>
}

export function turnReport(opened: OpenTranscript, turn: Turn, around: TurnSurroundings): TurnReport {
  const { transcript, source } = opened
  const { scan } = transcript
  const { prompt, final } = turnText(transcript, source, turn)
  const folder = folderOf(opened, turn)
  const kinds = turn.rows.map((row) => promptKind(scan, row))
  const { startTime, endTime } = turn
  return {
    turn: turn.index + 1,
    prompt: promptReport(opened, turn, prompt),
    startTime: isoTime(startTime),
    endTime: isoTime(endTime),
    durationMs: startTime === null || endTime === null ? null : Math.max(0, endTime - startTime),
    steps: turn.messages.filter(({ synthetic, apiError }) => !synthetic && !apiError).length,
    tools: toolCounts(turn).map(({ name, calls }) => ({ name: shownName(opened, name), calls })),
    files: fileChanges(transcript, source, turn.toolCalls).map((change) => ({
      ...change,
      path: withoutFolder(change.path, folder),
    })),
    tokens: turn.usage,
    models: turn.models.map((model) => shownName(opened, model)),
    final,
    output: outputOf(
      opened,
      turn.rows.filter((_, i) => kinds[i] === 'output'),
    ),
    errors: [...apiErrors(opened, turn), ...toolErrors(opened, turn, folder)],
    interrupted: kinds.includes('interruption'),
    compactions: compactions(opened, turn),
    branches: branchesIn(turn, around.branchesAt),
    agents: turn.toolCalls.flatMap(({ id }) => around.agents.byToolUse(id) ?? []),
  }
}

function promptReport(opened: OpenTranscript, turn: Turn, prompt: Prompt | null): PromptReport | null {
  if (turn.prompt < 0) return null
  const place = placeIn(opened, turn.prompt)
  if (prompt === null) {
    const text = `(${oversizedNote(opened.transcript.scan.columns.length[turn.prompt])})`
    return { kind: 'plain', text, ...place, images: 0, imageList: [], queued: false, resumedAfterMs: null }
  }
  return {
    kind: prompt.kind,
    text: prompt.typed,
    ...place,
    images: prompt.images.length,
    imageList: prompt.images.flatMap((image) => imageOf(image) ?? []),
    queued: prompt.queued,
    resumedAfterMs: prompt.resumedAfterMs,
  }
}

function toolCounts({ toolCalls }: Turn): { name: string; calls: number }[] {
  const counts = new Map<string, number>()
  for (const { name } of toolCalls) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Array.from(counts, ([name, calls]) => ({ name, calls })).toSorted((a, b) => b.calls - a.calls)
}

function outputOf({ transcript, source }: OpenTranscript, rows: readonly number[]): string | null {
  const entries = readRows(transcript.scan, source, rows)
  const texts = rows.flatMap((row) => {
    const entry = entries.get(row)
    return entry?.kind === 'user' ? [textOf(entry.content).replaceAll(OUTPUT_TAGS, '').trim()] : []
  })
  return texts.length === 0 ? null : texts.filter((text) => text !== '').join('\n')
}

const OUTPUT_TAGS = /<\/?(?:local-command|bash)-(?:stdout|stderr)>/g

function apiErrors({ transcript, source }: OpenTranscript, turn: Turn): ErrorReport[] {
  const rows = turn.messages.filter(({ apiError }) => apiError).flatMap((message) => message.rows)
  return Array.from(readRows(transcript.scan, source, rows).values(), (entry) => ({
    kind: 'api',
    tool: null,
    asked: null,
    text: entry.kind === 'assistant' ? textOf(entry.content) : '',
  }))
}

function toolErrors(opened: OpenTranscript, turn: Turn, folder: string): ErrorReport[] {
  const { transcript, source } = opened
  const failed = turn.toolCalls.filter(({ status }) => FAILED.has(status))
  return readToolCalls(transcript, source, failed).map(({ name, status, input, content }) => ({
    // Only statuses of FAILED come here, and reading one makes of it another of them.
    kind: status as ErrorReport['kind'],
    tool: shownName(opened, name),
    asked: askedOf(name, input, folder),
    text: content === null ? '' : textOf(content).replaceAll(/<\/?tool_use_error>/g, ''),
  }))
}

const FAILED: ReadonlySet<ToolStatus> = new Set(['error', 'denied', 'interrupted'] as const)

function compactions({ transcript, source }: OpenTranscript, turn: Turn): CompactionReport[] {
  const rows = turn.rows.filter((row) => isBoundary(transcript.scan, row))
  return Array.from(readRows(transcript.scan, source, rows).values()).flatMap((entry) => {
    if (entry.kind !== 'system' || entry.detail.kind !== 'compact_boundary') return []
    const { trigger, preTokens, postTokens } = entry.detail
    return [{ trigger, preTokens, postTokens }]
  })
}

function branchesIn(turn: Turn, branchesAt: TurnSurroundings['branchesAt']): number[] {
  const found: number[] = []
  for (let position = turn.from; position < turn.to; position++)
    found.push(...(branchesAt.get(position) ?? []))
  return found
}
