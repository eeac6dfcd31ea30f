import type { SessionView } from '@skein/view'
import { useRef } from 'react'

/** How much came since the reader left the end: turns, and steps of the last one. */
export function useNews(view: SessionView | undefined, isAtEnd: boolean): number {
  const last = view?.turns.at(-1)
  const now = { turns: view?.head.turnCount ?? 0, steps: last?.stepCount ?? 0 }
  const seen = useRef(now)
  if (isAtEnd || seen.current.turns === 0) seen.current = now
  return newsSince(seen.current, now)
}

export interface Extent {
  readonly turns: number
  /** Of the last turn. */
  readonly steps: number
}

export function newsSince(seen: Extent, now: Extent): number {
  if (now.turns <= seen.turns) return now.turns < seen.turns ? 0 : Math.max(0, now.steps - seen.steps)
  return now.turns - seen.turns + now.steps
}
