import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { ViewQuery } from '@skein/server'
import { prepend, type SessionView } from '@skein/view'
import { fetchView, keys } from '../api/queries.ts'
import { compareCursors } from './topic.ts'

export interface WindowOf {
  readonly session: string
  readonly agent: string | null
  /** What of it is asked for; nothing is the live line as most people read it. */
  readonly query: Pick<ViewQuery, 'tip' | 'all'>
}

/** The view of a transcript as it is kept. Asked again, it comes with as many turns as were there. */
export function viewQuery(queries: QueryClient, of: WindowOf) {
  const queryKey = [...keys.view(of.session, of.agent), of.query]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => {
      const before = queries.getQueryData<SessionView>(queryKey)
      return fetchWindow(of, before?.turns[0]?.index ?? Infinity, signal)
    },
  })
}

/** The tail of a transcript, and the turns before it back to `first`, all of one state of the file. */
export async function fetchWindow(of: WindowOf, first: number, signal?: AbortSignal): Promise<SessionView> {
  const page = (before?: number): Promise<SessionView> =>
    fetchView({ ...of, project: null }, { steps: 'folded', ...of.query, before }, signal)
  let view = await page()
  while ((view.turns[0]?.index ?? 0) > first) {
    const whole = prepend(view, await page(view.turns[0].index))
    // It grew meanwhile: what is there is true; the rest comes when it is scrolled to.
    if (whole === null || whole.turns.length === view.turns.length) return view
    view = whole
  }
  return view
}

/**
 * Puts the page before the first turn in front of the view that is kept under `key`. A page may be of a later state than
 * the view: then the events between are on their way, and it waits for them.
 */
export async function loadOlder(queries: QueryClient, key: readonly unknown[], of: WindowOf): Promise<void> {
  for (let tries = 0; tries < 4; tries++) {
    const first = queries.getQueryData<SessionView>(key)?.turns[0]?.index ?? 0
    if (first === 0) return
    const page = await fetchView({ ...of, project: null }, { steps: 'folded', ...of.query, before: first })
    await reached(queries, key, page.cursor)
    const view = queries.getQueryData<SessionView>(key)
    const joined = view && prepend(view, page)
    if (joined) return void queries.setQueryData<SessionView>(key, joined)
  }
  // Neither waits for the other: begin anew with both of one state.
  await queries.invalidateQueries({ queryKey: key, exact: true })
}

/** When the kept view has got to a cursor or past it; or after a while, whatever it has. */
async function reached(queries: QueryClient, key: readonly unknown[], cursor: string): Promise<void> {
  const isThere = (): boolean => {
    const view = queries.getQueryData<SessionView>(key)
    return view === undefined || compareCursors(view.cursor, cursor) !== 'before'
  }
  if (isThere()) return
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, LONGEST_WAIT_MS)
    const stop = queries.getQueryCache().subscribe(() => isThere() && end())
  })
}

const LONGEST_WAIT_MS = 3000
