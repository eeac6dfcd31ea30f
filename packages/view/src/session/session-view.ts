import type { BranchReason, TokenUsage } from '@skein/transcript'
import type { StepView } from './step-view.ts'

/**
 * What a page shows of one transcript: a head and a window of turns. Plain JSON throughout, bounded whatever the
 * transcript holds, and with its secrets masked. A session and a sub-agent look the same.
 */
export interface SessionView {
  readonly head: SessionHead
  /** Turns in order without a hole; the last one is the transcript's last, except in pages before or around a turn. */
  readonly turns: readonly TurnView[]
  /** Where the transcript stood: `generation:offset`. Deltas go on from here. */
  readonly cursor: string
}

export interface SessionHead {
  readonly turnCount: number
  readonly entries: number
  readonly bytes: number
  readonly firstTime: number | null
  readonly lastTime: number | null
  readonly models: readonly string[]
  /** Of the newest entry that says so. */
  readonly version: string | null
  readonly tokens: TokenUsage
  readonly cost: Cost
  /** Tokens in the window as of the last answer; null before the first. */
  readonly contextTokens: number | null
  /** At most `MOST_BRANCHES`, in path order. */
  readonly branches: readonly BranchView[]
  readonly branchCount: number
  readonly compactions: number
  /** Kinds of damage, with how often each was met. */
  readonly diagnostics: readonly { readonly code: string; readonly count: number }[]
}

/** What tokens cost. Models without a price are never free: their tokens are told apart. */
export interface Cost {
  /** Null where no model has a price. */
  readonly nanoDollars: number | null
  readonly unpricedTokens: number
}

/** A line of the conversation that is not the live one. */
export interface BranchView {
  /** Byte offset of its last entry: names the branch as long as the file is not rewritten. */
  readonly tip: number
  readonly reason: BranchReason
  readonly entries: number
  readonly lastTime: number | null
  /** What was typed at its beginning, cut; null where nothing was. */
  readonly prompt: string | null
}

/** A human prompt and everything until the next one. */
export interface TurnView extends TurnHead {
  /**
   * Steps in order of `at`; all of them are here if there are `stepCount`. A turn that was loaded folded has those that stay
   * open, one that is too large for a page has its last ones, and both have what came since.
   */
  readonly steps: readonly StepView[]
}

export interface TurnHead {
  /** From 0, on the path that is shown. */
  readonly index: number
  /** Byte offset of the prompt's entry, or of the first one where there is no prompt. */
  readonly key: number
  readonly prompt: PromptView | null
  /** `open`: the last turn, and its last answer is not finished. */
  readonly state: 'done' | 'open' | 'interrupted'
  readonly startTime: number | null
  readonly endTime: number | null
  readonly stepCount: number
  /** Answers of the model, without failures. */
  readonly messages: number
  /** By number of calls. */
  readonly tools: readonly { readonly name: string; readonly calls: number }[]
  readonly added: number
  readonly removed: number
  /** Files changed. */
  readonly files: number
  readonly errors: number
  readonly tokens: TokenUsage
  readonly cost: Cost
  readonly models: readonly string[]
  /** `at` of the step with the last text of the model; -1 where there is none. */
  readonly final: number
  /** Where the conversation went another way. */
  readonly forks: readonly ForkView[]
}

/** A place with several continuations, the shown one among them. */
export interface ForkView {
  /** The step behind the fork; -1: the prompt itself. */
  readonly at: number
  /** In file order. `null` is the one that is shown. */
  readonly tips: readonly (number | null)[]
}

export interface PromptView {
  /** As the kernel names it: `typed`, `command`, `bash`, … */
  readonly kind: string
  /** Byte offset of its entry. */
  readonly key: number
  readonly uuid: string | null
  readonly line: number
  readonly text: CutText
  /** The slash command's name, where it is one. */
  readonly command: string | null
  /** What the program put beside it: IDE selections, reminders, pasted files. */
  readonly injected: readonly { readonly kind: string; readonly text: CutText }[]
  readonly images: readonly ImageView[]
  readonly queued: boolean
  /** How long the session had been silent, where it was at least five minutes. */
  readonly resumedAfterMs: number | null
}

/** A text that may be cut; it is whole if `length` is its own. The rest comes on request. */
export interface CutText {
  readonly text: string
  /** Of the whole text, in UTF-16 units. */
  readonly length: number
}

/** A picture; its bytes come on request, and only if they are those of a raster format. */
export interface ImageView {
  /** Byte offset of the entry that holds it, and the picture's number there. */
  readonly key: number
  readonly index: number
  readonly mediaType: string | null
  /** Null where the transcript only names it. */
  readonly bytes: number | null
}

export const MOST_BRANCHES = 200
