import type { SessionView, TurnView } from '../session/session-view.ts'
import type { StepView } from '../session/step-view.ts'
import type { TurnDelta, ViewDelta, ViewUpdate } from './view-delta.ts'

/**
 * The view after an update; null where the update goes on from another view than this one: whoever holds it asks anew.
 *
 * Contract: pure, and what did not change is the same object as before, turns and steps alike. A window keeps its first turn;
 * turns that came are added to one that reaches the end, and turns before or behind the window are left out.
 */
export function fold(view: SessionView, update: ViewUpdate): SessionView | null {
  if (update.kind === 'reset') return update.view
  const { delta } = update
  if (delta.from !== view.cursor) return null
  return { head: delta.head, turns: foldTurns(view, delta), cursor: delta.to }
}

function foldTurns(view: SessionView, { head, turns: deltas }: ViewDelta): readonly TurnView[] {
  const kept = view.turns.filter(({ index }) => index < head.turnCount)
  const isAtEnd = view.turns.length === 0 || endOf(view.turns) === view.head.turnCount
  const changed = new Map(deltas.map((delta) => [delta.head.index, delta]))
  const turns = kept.map((turn) => {
    const delta = changed.get(turn.index)
    return delta === undefined ? turn : foldTurn(turn, delta)
  })
  if (isAtEnd)
    for (let next = turns.length === 0 ? startOf(deltas, head.turnCount) : endOf(turns); ; next++) {
      const delta = changed.get(next)
      if (delta === undefined) break
      turns.push(foldTurn(null, delta))
    }
  return turns.length === view.turns.length && turns.every((turn, i) => turn === view.turns[i])
    ? view.turns
    : turns
}

/** The index behind the last turn. */
function endOf(turns: readonly TurnView[]): number {
  return (turns.at(-1)?.index ?? -1) + 1
}

/** Where a window begins whose turns are all gone: the run of turns that reaches the end. */
function startOf(deltas: readonly TurnDelta[], count: number): number {
  const indexes = new Set(deltas.map(({ head }) => head.index))
  let start = count
  while (indexes.has(start - 1)) start--
  return start
}

function foldTurn(turn: TurnView | null, { head, steps }: TurnDelta): TurnView {
  const before = turn === null || turn.key !== head.key ? NO_STEPS : turn.steps
  return { ...head, steps: putIn(before, steps, head.stepCount) }
}

const NO_STEPS: readonly StepView[] = []

/** Steps with others put in by their numbers, those from `count` on left out. */
function putIn(before: readonly StepView[], steps: readonly StepView[], count: number): readonly StepView[] {
  const isShorter = (before.at(-1)?.at ?? -1) >= count
  if (steps.length === 0 && !isShorter) return before
  const last = before.at(-1)?.at ?? -1
  if (!isShorter && steps[0].at > last) return [...before, ...steps]
  const merged: StepView[] = []
  let next = 0
  for (const step of before) {
    while (next < steps.length && steps[next].at < step.at) merged.push(steps[next++])
    if (next < steps.length && steps[next].at === step.at) merged.push(steps[next++])
    else if (step.at < count) merged.push(step)
  }
  while (next < steps.length) merged.push(steps[next++])
  return merged
}

/** A view with an older page before it; null where the page is of another state, or leaves a hole. */
export function prepend(view: SessionView, older: SessionView): SessionView | null {
  const first = view.turns.at(0)?.index ?? view.head.turnCount
  if (older.cursor !== view.cursor || endOf(older.turns) < first) return null
  return { ...view, turns: [...older.turns.filter(({ index }) => index < first), ...view.turns] }
}

/** A view in which a turn has some more of its steps. What the view has already stays. */
export function withSteps(view: SessionView, turnIndex: number, steps: readonly StepView[]): SessionView {
  const turns = view.turns.map((turn) => {
    if (turn.index !== turnIndex) return turn
    const known = new Set(turn.steps.map(({ at }) => at))
    const missing = steps.filter(({ at }) => at < turn.stepCount && !known.has(at))
    return missing.length === 0 ? turn : { ...turn, steps: putIn(turn.steps, missing, turn.stepCount) }
  })
  return turns.every((turn, i) => turn === view.turns[i]) ? view : { ...view, turns }
}
