import { fold, type SessionView, type ViewUpdate } from '@skein/view'
import { compareCursors } from './topic.ts'

/** What an update does to a view: the view after, nothing (it has it already), or it does not fit. */
export type Applied =
  | { readonly kind: 'view'; readonly view: SessionView }
  | { readonly kind: 'known' | 'misfit' }

/** All tabs are told everything, whatever they have: so an update may be older than the view, which `fold` cannot know. */
export function applyUpdate(view: SessionView, update: ViewUpdate): Applied {
  const to = update.kind === 'delta' ? update.delta.to : update.view.cursor
  const lies = compareCursors(to, view.cursor)
  const isOld = lies === 'before' || (lies === 'same' && update.kind === 'delta' && update.delta.from !== to)
  if (isOld) return { kind: 'known' }
  const after = fold(view, update)
  return after === null ? { kind: 'misfit' } : { kind: 'view', view: after }
}
