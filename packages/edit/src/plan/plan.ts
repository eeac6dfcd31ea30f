import type { EditKind, Step, Warning } from '../draft/draft.ts'
import type { FaultCode } from '../check/faults.ts'

/** What an edit does, before it is done: what people look at and `--dry-run` prints. */
export interface EditPlan {
  readonly kind: EditKind
  readonly source: { readonly session: string; readonly path: string; readonly bytes: number }
  readonly target: { readonly session: string; readonly path: string; readonly bytes: number }
  readonly rows: Counts & { readonly added: number }
  readonly blocks: Counts
  /** Sub-agents' transcripts and other files that come along. */
  readonly agents: number
  readonly sidecars: number
  readonly context: ContextFigures
  /** What `claude --resume` shows before and after, for versions that do it differently. */
  readonly resume: readonly ResumeFigures[]
  readonly steps: readonly Step[]
  readonly warnings: readonly Warning[]
  /** Faults of the original that the new session has too. */
  readonly carried: readonly { readonly fault: FaultCode; readonly count: number }[]
}

export interface Counts {
  readonly kept: number
  readonly changed: number
  readonly dropped: number
}

export interface ContextFigures {
  /** Tokens, as the API counted them where it did and estimated otherwise. */
  readonly before: number
  readonly after: number
  /** What the model's window holds. */
  readonly window: number
  /** Whether `before` was counted by the API; `after` is an estimate unless nothing changed. */
  readonly measured: boolean
}

export interface ResumeFigures {
  readonly version: string
  /** Messages that are sent; null where a resume finds no conversation or fails. */
  readonly before: number | null
  readonly after: number | null
  /** About how many tokens they are, by their text; nothing for a resume that sends none. */
  readonly tokens: { readonly before: number; readonly after: number }
}
