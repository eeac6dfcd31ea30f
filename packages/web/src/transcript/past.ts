import type { TurnView } from '@skein/view'

/** The last compaction before which turns are hidden. */
export interface Past {
  /** Index of the turn that it stands in; those before are its past. */
  readonly turn: number
  /** In the window before it. */
  readonly tokens: number | null
}

/** What a compaction among these turns hides; `opened` is the turn whose past is open already. Null: nothing. */
export function pastBefore(turns: readonly TurnView[], opened: number): Past | null {
  for (const turn of turns.toReversed()) {
    if (turn.index >= opened || turn.index === 0) continue
    const step = turn.steps.findLast(({ kind }) => kind === 'compaction')
    if (step?.kind === 'compaction') return { turn: turn.index, tokens: step.preTokens }
  }
  return null
}
