import type { TokenUsage, ToolStatus } from '@skein/transcript'
import type { Hunk } from '../diff/touch.ts'
import type { Cost, CutText, ImageView } from './session-view.ts'

/** One thing that happened in a turn. */
export type StepView = StepPlace &
  (SaidStepView | ToolStepView | NoteStepView | CompactionStepView | UnknownStepView)

export interface StepPlace {
  /** Its number in the turn, from 0. */
  readonly at: number
  /** Byte offset of its entry. */
  readonly key: number
  /** Which block of the entry, from 0; null for the entry as a whole. */
  readonly block: number | null
  readonly uuid: string | null
  readonly line: number
  readonly time: number | null
  /** Stays visible when the turn is folded: the final text, errors, plans, questions, pictures, compactions. */
  readonly open: boolean
}

export interface SaidStepView {
  readonly kind: 'text' | 'thinking'
  readonly text: CutText
  /** The program's words about a request that failed. */
  readonly apiError: boolean
}

/** A call and its answer. */
export interface ToolStepView {
  readonly kind: 'tool'
  readonly id: string
  readonly name: string
  /** The input in a few words. */
  readonly asked: string
  /** The input; long strings in it are cut to `CUT_INPUT` and end in `…`, and `inputCut` says so. */
  readonly input: unknown
  readonly inputCut: boolean
  readonly status: ToolStatus
  readonly durationMs: number | null
  /** What the model saw; null without an answer. */
  readonly result: CutText | null
  /** Byte offset of the entry with the answer. */
  readonly resultKey: number | null
  /** Of a shell command, where it is known. */
  readonly exitCode: number | null
  readonly images: readonly ImageView[]
  readonly patch: PatchView | null
  readonly agent: AgentHead | null
}

/** What a call did to a file. */
export interface PatchView {
  readonly path: string
  readonly created: boolean
  readonly added: number
  readonly removed: number
  /** At most `MOST_PATCH_LINES` lines. */
  readonly hunks: readonly Hunk[]
  readonly cut: boolean
}

/** A sub-agent in figures. */
export interface AgentHead {
  /** Names it in the API; null where its rows stand in its parent's file and have no name. */
  readonly agentId: string | null
  readonly type: string | null
  readonly description: string | null
  readonly model: string | null
  readonly status: 'running' | 'done' | 'failed' | 'unknown'
  readonly steps: number
  readonly toolCalls: number
  readonly startTime: number | null
  readonly endTime: number | null
  readonly tokens: TokenUsage
  readonly cost: Cost
  /** Agents it started itself, however deep they nest. */
  readonly agents: number
}

/** What the program or a hook put in: `note` is the kind of the prompt or the subtype of the row. */
export interface NoteStepView {
  readonly kind: 'note'
  readonly note: string
  readonly text: CutText
}

export interface CompactionStepView {
  readonly kind: 'compaction'
  readonly trigger: string | null
  readonly preTokens: number | null
  readonly postTokens: number | null
}

/** An entry or a block of a kind that nobody has seen yet, or too long to be read. */
export interface UnknownStepView {
  readonly kind: 'unknown'
  readonly type: string
  /** Bytes of the entry. */
  readonly bytes: number
  readonly text: CutText
}

export const CUT_TEXT = 20_000
export const CUT_RESULT = 4000
export const CUT_INPUT = 4000
export const MOST_PATCH_LINES = 400
