import type { SessionHead, SessionView, TurnHead } from '../session/session-view.ts'
import type { StepView } from '../session/step-view.ts'

/** What appended bytes did to a view. Folding it into the view before gives the view after, exactly. */
export interface ViewDelta {
  /** The view it applies to, by its cursor. */
  readonly from: string
  /** The same as `from` where no bytes came and only sub-agents got further: such a delta may be folded twice. */
  readonly to: string
  readonly head: SessionHead
  /** Turns that changed or came, by index. Turns at `head.turnCount` and behind are gone. */
  readonly turns: readonly TurnDelta[]
}

export interface TurnDelta {
  /** With another `key` than before it is another turn, whose steps are all here. */
  readonly head: TurnHead
  /** Steps that changed or came, by `at`. Steps at `head.stepCount` and behind are gone. */
  readonly steps: readonly StepView[]
}

/** How a live reader of a transcript is brought up to date: with what changed, or anew. */
export type ViewUpdate =
  | { readonly kind: 'delta'; readonly delta: ViewDelta }
  /** The file was rewritten, or too much changed: the reader's window begins anew at the tail. */
  | { readonly kind: 'reset'; readonly view: SessionView }
