import type { LiveEvent } from '@skein/view'

/** The topic that an event is of, and where one stands behind it; null where it has no past. */
export function cursorAfter(event: LiveEvent): { readonly topic: string; readonly cursor: string } | null {
  return 'cursor' in event ? event : null
}

/**
 * How two states of a file lie to each other. Of another generation is neither before nor behind: the file was
 * rewritten between them.
 */
export function compareCursors(one: string, other: string): 'same' | 'before' | 'behind' | 'apart' {
  if (one === other) return 'same'
  const [a, b] = [split(one), split(other)]
  if (a === null || b === null || a.generation !== b.generation) return 'apart'
  return a.offset < b.offset ? 'before' : 'behind'
}

function split(cursor: string): { readonly generation: string; readonly offset: number } | null {
  const colon = cursor.lastIndexOf(':')
  const offset = Number(cursor.slice(colon + 1))
  return colon < 0 || !Number.isFinite(offset) ? null : { generation: cursor.slice(0, colon), offset }
}
