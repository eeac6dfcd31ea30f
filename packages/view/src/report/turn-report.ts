import type { FileChange, TokenUsage, ToolStatus } from '@skein/transcript'
import { isoTime } from '../iso-time.ts'
import type { ImageView, PromptView } from '../session/session-view.ts'
import type { CompactionStepView, PatchView, StepView, ToolStepView } from '../session/step-view.ts'
import type { AgentReport } from '../session/told-session.ts'
import type { Detail, WholeSession, WholeTurn } from '../session/whole-session.ts'
import { inertLine } from '../text/inert.ts'
import type { TurnSummary } from './turn-summary.ts'
import { turnSummary } from './turn-summary.ts'

/** A turn as `skein show --json` prints it; docs/cli-json.md describes it, so a change here is a change there. */
export interface TurnReport extends TurnSummary {
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
  /** Net, by path. */
  readonly files: readonly FileChange[]
  readonly tokens: TokenUsage
  readonly models: readonly string[]
  readonly interrupted: boolean
  /** Numbers of the branches that leave the conversation here, as `--branch` takes them. */
  readonly branches: readonly number[]
  readonly agents: readonly AgentTold[]
  /** Everything that happened, where it was asked for. */
  readonly allSteps?: Iterable<StepReport>
}

/** A sub-agent; exports tell what it did as well. */
export interface AgentTold extends AgentReport {
  readonly turns?: Iterable<TurnReport>
}

interface PromptReport {
  readonly kind: string
  readonly text: string
  readonly uuid: string | null
  /** Its line in the file. */
  readonly line: number
  readonly images: number
  readonly imageList: readonly ImageReport[]
  readonly queued: boolean
  readonly resumedAfterMs: number | null
}

interface ImageReport {
  readonly mediaType: string | null
  readonly bytes: number | null
}

type StepReport = { readonly line: number; readonly uuid: string | null } & (
  | { readonly kind: 'text' | 'thinking'; readonly text: string; readonly apiError?: true }
  | ToolReport
  | { readonly kind: 'note'; readonly note: string; readonly text: string }
  | CompactionStepView
  | { readonly kind: 'unknown'; readonly type: string; readonly bytes: number; readonly text: string }
)

interface ToolReport {
  readonly kind: 'tool'
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly asked: string
  readonly status: ToolStatus
  readonly durationMs: number | null
  readonly result: string | null
  /** The line of the answer. */
  readonly resultLine: number | null
  readonly images: readonly ImageReport[]
  readonly patch: Omit<PatchView, 'cut'> | null
}

export function turnReport(
  session: WholeSession,
  turn: WholeTurn,
  { agents, steps }: { readonly agents: readonly AgentTold[]; readonly steps?: Exclude<Detail, 'brief'> },
): TurnReport {
  const { head } = turn
  const { startTime, endTime } = head
  const { final, output, errors, compactions } = turnSummary(turn)
  return {
    turn: head.index + 1,
    prompt: head.prompt === null ? null : promptReport(head.prompt),
    startTime: isoTime(startTime),
    endTime: isoTime(endTime),
    durationMs: durationOf(turn),
    steps: head.messages,
    tools: head.tools,
    files: turn.files(),
    tokens: head.tokens,
    models: head.models,
    final,
    output,
    errors,
    interrupted: head.state === 'interrupted',
    compactions,
    branches: turn.branches,
    agents,
    ...(steps === undefined ? {} : { allSteps: stepReports(session, turn.steps(steps)) }),
  }
}

/** How long a turn took. */
export function durationOf({ head: { startTime, endTime } }: WholeTurn): number | null {
  return startTime === null || endTime === null ? null : Math.max(0, endTime - startTime)
}

function promptReport({ kind, text, uuid, line, images, queued, resumedAfterMs }: PromptView): PromptReport {
  return {
    kind,
    text: text.text,
    uuid,
    line,
    images: images.length,
    imageList: images.map(imageReport),
    queued,
    resumedAfterMs,
  }
}

function imageReport({ mediaType, bytes }: ImageView): ImageReport {
  return { mediaType, bytes }
}

function* stepReports(session: WholeSession, steps: Iterable<StepView>): Generator<StepReport> {
  for (const step of steps) yield stepReport(session, step)
}

function stepReport(session: WholeSession, step: StepView): StepReport {
  const { line, uuid } = step
  switch (step.kind) {
    case 'text':
    case 'thinking':
      return {
        kind: step.kind,
        text: step.text.text,
        ...(step.apiError ? { apiError: true } : {}),
        line,
        uuid,
      }
    case 'tool':
      return { ...toolReport(session, step), line, uuid }
    case 'note':
      return { kind: 'note', note: step.note, text: step.text.text, line, uuid }
    case 'compaction': {
      const { kind, trigger, preTokens, postTokens } = step
      return { kind, trigger, preTokens, postTokens, line, uuid }
    }
    case 'unknown':
      return { kind: 'unknown', type: step.type, bytes: step.bytes, text: step.text.text, line, uuid }
  }
}

function toolReport(session: WholeSession, step: ToolStepView): ToolReport {
  const { id, name, input, status, durationMs, result, resultKey, patch } = step
  return {
    kind: 'tool',
    id,
    name,
    input,
    asked: inertLine(step.asked),
    status,
    durationMs,
    result: result?.text ?? null,
    resultLine: resultKey === null ? null : session.lineAt(resultKey),
    images: step.images.map(imageReport),
    patch: patch === null ? null : patchReport(patch),
  }
}

function patchReport({ cut: _cut, ...patch }: PatchView): Omit<PatchView, 'cut'> {
  return patch
}
