import type { ForkView, TurnView } from '@skein/view'

/** A branch, by the place where it leaves the line that it is shown in. */
export interface Leaving {
  readonly tip: number
  readonly fork: ForkView
  /** Index of the fork's turn. */
  readonly turn: number
}

/** Where in its own turns a branch begins to be something else than the line that it left. */
export interface BranchStart {
  readonly turn: number
  /** Of the first step that is its own; -1: the prompt. */
  readonly at: number
}

/**
 * Both lines have the same fork, each with itself as the one that is shown. It stands at the same step, but where one of
 * them goes on with an answer and the other with a prompt: then it is in the next turn of the latter. Where the fork is not
 * loaded yet, its place in the other line does.
 */
export function branchStart(turns: readonly TurnView[], { tip, fork, turn }: Leaving): BranchStart {
  const elsewhere = fork.at < 0 ? turn - 1 : turn + 1
  const ends = turns.find(({ index }) => index === elsewhere)?.forks ?? []
  const same = turns.find(({ index }) => index === turn)?.forks ?? []
  if (same.some(({ at, tips }) => at === fork.at && isSameFork(fork, tip, tips))) return { turn, at: fork.at }
  const other = ends.findLast(({ at, tips }) => at < 0 !== fork.at < 0 && isSameFork(fork, tip, tips))
  return other === undefined ? { turn, at: fork.at } : { turn: elsewhere, at: other.at }
}

function isSameFork({ tips }: ForkView, tip: number, own: ForkView['tips']): boolean {
  return (
    own.length === tips.length &&
    tips.every((other, i) =>
      other === tip ? own[i] === null : other === null ? own[i] !== null : own[i] === other,
    )
  )
}

/** The turns of a branch without what it shares with the line that it left. */
export function ownTurns(turns: readonly TurnView[], start: BranchStart): TurnView[] {
  return turns.flatMap((turn) => {
    if (turn.index !== start.turn) return turn.index > start.turn ? [turn] : []
    if (start.at >= turn.stepCount && start.at >= 0) return []
    // The fork it comes from leads back.
    return [{ ...turn, forks: turn.forks.filter(({ at }) => at > start.at) }]
  })
}
