import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { sessionTopic, type SessionView, type Subscription } from '@skein/view'
import { useLive } from './live.tsx'
import { loadOlder, viewQuery, type WindowOf } from './view-window.ts'

export interface SessionViewOptions {
  readonly session: string
  /** A sub-agent of it. */
  readonly agent?: string | null
  /** A branch; null or absent is the live line. */
  readonly tip?: number | null
  /** Bookkeeping entries and orphaned calls too. */
  readonly all?: boolean
}

export interface LoadedView {
  readonly view: SessionView | undefined
  /** Of the cache of queries, for whoever puts steps into the view (`withSteps`). */
  readonly queryKey: readonly unknown[]
  readonly error: unknown
  readonly isLoading: boolean
  /** Turns stand before the first loaded one. */
  readonly hasOlder: boolean
  readonly isLoadingOlder: boolean
  /** Puts the page before the first loaded turn in front. */
  readonly loadOlder: () => Promise<void>
  /** Loads everything from this turn to the end. */
  readonly loadBackTo: (turn: number) => Promise<void>
  readonly retry: () => void
}

/** The view of a transcript, live: from the tail at first, with older turns as they are asked for. */
export function useSessionView({
  session,
  agent = null,
  tip = null,
  all = false,
}: SessionViewOptions): LoadedView {
  const queries = useQueryClient()
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  const of = useMemo((): WindowOf => {
    const query = { ...(tip === null ? {} : { tip }), ...(all ? { all } : {}) }
    return { session, agent, query }
  }, [session, agent, tip, all])
  const options = useMemo(() => viewQuery(queries, of), [queries, of])
  const { queryKey } = options
  const isLive = tip === null && !all
  const query = useQuery({ ...options, refetchOnMount: isLive ? true : 'always' })
  const view = query.data

  const where = useCallback((): Subscription | null => {
    const cursor = queries.getQueryData<SessionView>(queryKey)?.cursor
    if (cursor === undefined) return null
    return { topic: sessionTopic(session, agent), cursor }
  }, [queries, queryKey, session, agent])
  useLive(view ? where() : null, where)

  const older = useCallback(async () => {
    setLoadingOlder(true)
    try {
      await loadOlder(queries, queryKey, of)
    } finally {
      setLoadingOlder(false)
    }
  }, [queries, queryKey, of])

  const loadBackTo = useCallback(
    async (turn: number) => {
      const first = (): number => queries.getQueryData<SessionView>(queryKey)?.turns[0]?.index ?? 0
      while (first() > turn) {
        const before = first()
        await older()
        if (first() >= before) return
      }
    },
    [queries, queryKey, older],
  )

  return {
    view,
    queryKey,
    error: query.error,
    isLoading: query.isPending,
    hasOlder: (view?.turns[0]?.index ?? 0) > 0,
    isLoadingOlder,
    loadOlder: older,
    loadBackTo,
    retry: () => void query.refetch(),
  }
}
