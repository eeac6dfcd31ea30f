import type { QueryClient } from '@tanstack/react-query'
import { meQuery, sessionQuery } from './api/queries.ts'
import { viewQuery } from './live/view-window.ts'
import { loadTranscript } from './session/load-transcript.ts'
import { currentPlace } from './url/location.ts'

/**
 * Asks for what the first page shows before anything is drawn. All of it is under way at once, while React starts: whoever
 * needs an answer finds it in the cache, or waits for the same request.
 */
export function startEarly(queries: QueryClient): void {
  void queries.prefetchQuery(meQuery)
  const place = currentPlace()
  if (place.page !== 'session') return
  const { session, agent, tip } = place
  // Where it fails, it is loaded again and fails again where that can be told.
  loadTranscript().catch(() => undefined)
  void queries.prefetchQuery(sessionQuery(session))
  const isUsual = tip === null && !place.show.includes('bookkeeping')
  if (isUsual) void queries.prefetchQuery(viewQuery(queries, { session, agent, query: {} }))
}
