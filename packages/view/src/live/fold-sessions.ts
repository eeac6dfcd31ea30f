import type { SessionItem } from '../list/session-item.ts'
import type { SessionsEvent } from './live-event.ts'

/** A list of sessions after an event: changed ones in their places, new ones first, as they are the newest. */
export function foldSessions(items: readonly SessionItem[], event: SessionsEvent): readonly SessionItem[] {
  const changed = new Map(event.changed.map((item) => [item.key, item]))
  const removed = new Set(event.removed)
  const kept: SessionItem[] = []
  for (const item of items) {
    const now = changed.get(item.key)
    changed.delete(item.key)
    if (!removed.has(item.key)) kept.push(now ?? item)
  }
  for (const key of removed) changed.delete(key)
  const folded = [...changed.values(), ...kept]
  return folded.length === items.length && folded.every((item, i) => item === items[i]) ? items : folded
}
