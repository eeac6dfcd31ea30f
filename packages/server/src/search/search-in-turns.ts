import { setImmediate as nextTurn } from 'node:timers/promises'
import { searchSteps, type Query, type SearchOptions, type SearchResult } from '@skein/store'

export interface TurnedSearchOptions extends SearchOptions {
  /** The client does not wait any more. */
  readonly signal: AbortSignal
}

/** A search that leaves other requests their turn, and that ends when it takes too long. */
export async function searchInTurns(
  query: Query,
  { signal, ...options }: TurnedSearchOptions,
): Promise<{ readonly result: SearchResult; readonly stopped: boolean }> {
  const end = performance.now() + MOST_MS
  let stopped = false
  const steps = searchSteps(query, {
    ...options,
    stop: () => (stopped ||= signal.aborted || performance.now() > end),
  })
  for (let turn = performance.now(); ;) {
    const step = steps.next()
    if (step.done === true) return { result: step.value, stopped }
    if (performance.now() - turn < TURN_MS) continue
    await nextTurn()
    turn = performance.now()
  }
}

const TURN_MS = 10
const MOST_MS = 10_000
