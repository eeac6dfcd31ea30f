import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { SessionView, Subscription } from '@skein/view'
import { fetchView, keys } from '../api/queries.ts'
import { useLive } from './live.tsx'

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
  readonly error: unknown
  readonly isLoading: boolean
  /** Turns stand before the first loaded one. */
  readonly hasOlder: boolean
  readonly isLoadingOlder: boolean
  /** Puts the page before the first loaded turn in front. */
  readonly loadOlder: () => Promise<void>
  /** Begins anew with the page that holds this turn, and loads all from there to the end. */
  readonly loadBackTo: (turn: number) => Promise<void>
  readonly retry: () => void
}

/** The view of a transcript, live: from the tail at first, with older turns as they are asked for. */
export function useSessionView({ session, agent = null, tip, all }: SessionViewOptions): LoadedView {
  const queries = useQueryClient()
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  const variant = { ...(tip === null || tip === undefined ? {} : { tip }), ...(all ? { all } : {}) }
  const isLive = Object.keys(variant).length === 0
  const variantText = JSON.stringify(variant)
  const query = useQuery({
    queryKey: [...keys.view(session, agent), variant],
    queryFn: ({ signal }) =>
      fetchView({ session, agent, project: null }, { steps: 'folded', ...variant }, signal),
    // What a live view has is as good as what the server has.
    refetchOnMount: isLive ? false : 'always',
  })
  const view = query.data

  const where = useCallback((): Subscription | null => {
    const now = queries.getQueryData<SessionView>([...keys.view(session, agent), {}])
    if (!now) return null
    const { cursor } = now
    return agent === null
      ? { kind: 'session', session, cursor }
      : { kind: 'agent', session, agentSessionId: agent, cursor }
  }, [queries, session, agent])
  useLive(isLive && view ? where() : null, where)

  const loadOlder = useCallback(async () => {
    const variantKey = JSON.parse(variantText) as typeof variant
    const key = [...keys.view(session, agent), variantKey]
    const first = queries.getQueryData<SessionView>(key)?.turns[0]?.index ?? 0
    if (first === 0) return
    setLoadingOlder(true)
    try {
      const page = await fetchView(
        { session, agent, project: null },
        { steps: 'folded', ...variantKey, before: first },
      )
      queries.setQueryData<SessionView>(key, (now) => now && withOlder(now, page))
    } finally {
      setLoadingOlder(false)
    }
  }, [queries, session, agent, variantText])

  const loadBackTo = useCallback(
    async (turn: number) => {
      const key = [...keys.view(session, agent), JSON.parse(variantText)]
      for (;;) {
        const first = queries.getQueryData<SessionView>(key)?.turns[0]?.index ?? 0
        if (first <= turn) return
        await loadOlder()
        if (queries.getQueryData<SessionView>(key)?.turns[0]?.index === first) return
      }
    },
    [queries, session, agent, variantText, loadOlder],
  )

  return {
    view,
    error: query.error,
    isLoading: query.isPending,
    hasOlder: (view?.turns[0]?.index ?? 0) > 0,
    isLoadingOlder,
    loadOlder,
    loadBackTo,
    retry: () => void query.refetch(),
  }
}

/**
 * Older turns in front of those that are there. The page may be of a later state than the view: only turns before the
 * first one are taken, and only if they reach up to it.
 */
export function withOlder(view: SessionView, page: SessionView): SessionView {
  const first = view.turns[0]?.index ?? 0
  const older = page.turns.filter((turn) => turn.index < first)
  return older.at(-1)?.index === first - 1 ? { ...view, turns: [...older, ...view.turns] } : view
}
