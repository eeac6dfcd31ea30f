import type { TurnView } from '@skein/view'

/** The last compaction before which turns are hidden. */
export interface Past {
  /** Index of the turn that it stands in; those before are its past. */
  readonly turn: number
  /** In the window before it. */
  readonly tokens: number | null
}

/** What the last compaction among these turns hides. Null: nothing. */
export function pastBefore(turns: readonly TurnView[]): Past | null {
  for (const turn of turns.toReversed()) {
    if (turn.index === 0) continue
    const step = turn.steps.findLast(({ kind }) => kind === 'compaction')
    if (step?.kind === 'compaction') return { turn: turn.index, tokens: step.preTokens }
  }
  return null
}
