import type { SessionView, ViewDelta, ViewUpdate } from '@skein/view'
import { compareCursors } from './topic.ts'

/** What an update does to a view: the view after, nothing (it has it already), or it does not fit. */
export type Applied =
  | { readonly kind: 'view'; readonly view: SessionView }
  | { readonly kind: 'known' | 'misfit' }

export function applyUpdate(view: SessionView, update: ViewUpdate): Applied {
  const to = update.kind === 'delta' ? update.delta.to : update.view.cursor
  const has = compareCursors(to, view.cursor)
  if (update.kind === 'reset')
    return has === 'before' ? { kind: 'known' } : { kind: 'view', view: update.view }
  if (update.delta.from === view.cursor) return { kind: 'view', view: fold(view, update.delta) }
  return { kind: has === 'same' || has === 'before' ? 'known' : 'misfit' }
}

function fold(view: SessionView, delta: ViewDelta): SessionView {
  const turns = view.turns.filter((turn) => turn.index < delta.head.turnCount)
  for (const { head, steps } of delta.turns) {
    const at = turns.findIndex((turn) => turn.index === head.index)
    const changed = new Set(steps.map((step) => step.at))
    const same = turns[at]?.key === head.key ? turns[at].steps : []
    const kept = same.filter((step) => step.at < head.stepCount && !changed.has(step.at))
    const turn = { ...head, steps: [...kept, ...steps].sort((a, b) => a.at - b.at) }
    if (at >= 0) turns[at] = turn
    else if (turns.length === 0 || head.index > turns[turns.length - 1].index) turns.push(turn)
  }
  return { head: delta.head, turns, cursor: delta.to }
}
