import type { SessionItem } from '@skein/view'

/**
 * Whether somebody may still be writing the session, so that a call without an answer runs rather than was left. Who runs
 * is known of programs that say so; of older ones only that they wrote a moment ago.
 */
export function mayBeAtWork(
  item: Pick<SessionItem, 'running' | 'lastTime'> | undefined,
  now: number,
): boolean {
  // Not known yet.
  if (item === undefined) return true
  return item.running !== null || (item.lastTime !== null && now - item.lastTime < SILENT_MS)
}

/** Commands may run for ten minutes by default, and nothing is written meanwhile. */
const SILENT_MS = 15 * 60_000
