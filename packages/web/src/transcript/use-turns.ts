import type { SessionView, TurnView } from '@skein/view'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { fetchView, keys } from '../api/queries.ts'
import { useSessionView } from '../live/session-view.ts'
import type { LoadedView } from '../live/session-view.ts'
import type { Source } from './source.ts'
import { agentQuery } from './source.ts'
import { withSteps } from './turn-shape.ts'

export interface Turns extends Pick<LoadedView, 'view' | 'error' | 'isLoading' | 'hasOlder' | 'retry'> {
  /** Turns far before the loaded tail, around a place that was jumped to; empty where there are none. */
  readonly island: readonly TurnView[]
  readonly isLoadingOlder: boolean
  /** The page before the first turn that is here. */
  readonly loadOlder: () => Promise<void>
  /** The page behind the island, until it meets the tail. */
  readonly loadGap: () => Promise<void>
  /** Sees to it that a turn is here. */
  readonly bring: (index: number) => Promise<void>
  readonly loadSteps: (turn: number, from: number) => Promise<void>
  /** Puts steps in the place of those here with their secrets; with -1 the prompt. */
  readonly reveal: (turn: number, from: number, count: number) => Promise<void>
}

/** The turns of a transcript, live at the tail, with steps as they are asked for. */
export function useTurns(source: Source): Turns {
  const { session, agent, project, tip, all } = source
  const queries = useQueryClient()
  const tail = useSessionView({ session, agent, tip, all })
  const [island, setIsland] = useState<readonly TurnView[]>([])
  const [isLoading, setLoading] = useState(false)
  const variant = useMemo(() => ({ ...(tip === null ? {} : { tip }), ...(all ? { all } : {}) }), [tip, all])
  const key = useMemo(() => [...keys.view(session, agent), variant], [session, agent, variant])
  const latest = useRef({ island, tail })
  latest.current = { island, tail }
  /** Known at once, to what is loaded meanwhile: pages come in any order. */
  const putIsland = useCallback((turns: readonly TurnView[]) => {
    latest.current.island = turns
    setIsland(turns)
  }, [])

  const page = useCallback(
    (query: { before?: number; around?: number }) =>
      fetchView({ session, agent, project }, { steps: 'folded', ...variant, ...query }),
    [session, agent, project, variant],
  )
  const tailTurns = useCallback(() => queries.getQueryData<SessionView>(key)?.turns ?? [], [queries, key])
  /** An island that reaches the tail becomes part of it. */
  const settle = useCallback(
    (turns: readonly TurnView[]) => {
      const first = tailTurns()[0]?.index ?? 0
      const before = turns.filter(({ index }) => index < first)
      if (before.at(-1)?.index !== first - 1) return putIsland(before)
      queries.setQueryData<SessionView>(key, (view) => view && { ...view, turns: [...before, ...view.turns] })
      putIsland([])
    },
    [queries, key, tailTurns, putIsland],
  )
  const loading = useCallback(async (work: () => Promise<void>) => {
    setLoading(true)
    try {
      await work()
    } finally {
      setLoading(false)
    }
  }, [])

  const loadOlder = useCallback(
    () =>
      loading(async () => {
        const { island: here, tail: now } = latest.current
        if (here.length === 0) return now.loadOlder()
        if (here[0].index === 0) return
        const { turns } = await page({ before: here[0].index })
        const { island: there } = latest.current
        // It may have met the tail meanwhile, or be another one: then the row above asks again.
        if (there[0]?.index !== here[0].index) return
        putIsland([...turns.filter(({ index }) => index < there[0].index), ...there])
      }),
    [loading, page, putIsland],
  )
  const loadGap = useCallback(
    () =>
      loading(async () => {
        const last = latest.current.island.at(-1)
        if (last === undefined) return
        const { turns } = await page({ around: last.index + 1 })
        const { island: there } = latest.current
        if (there.at(-1)?.index !== last.index) return
        settle([...there, ...turns.filter(({ index }) => index > last.index)])
      }),
    [loading, page, settle],
  )
  const bring = useCallback(
    async (index: number) => {
      const { island: here, tail: now } = latest.current
      const first = tailTurns()[0]?.index ?? 0
      if (index >= first || here.some((turn) => turn.index === index)) return
      if (first - index <= NEAR) return now.loadBackTo(index)
      settle((await page({ around: index })).turns)
    },
    [tailTurns, page, settle],
  )
  const change = useCallback(
    (index: number, changed: (turn: TurnView) => TurnView) => {
      const map = (turns: readonly TurnView[]): readonly TurnView[] =>
        turns.map((turn) => (turn.index === index ? changed(turn) : turn))
      putIsland(map(latest.current.island))
      queries.setQueryData<SessionView>(key, (view) => view && { ...view, turns: map(view.turns) })
    },
    [queries, key, putIsland],
  )
  const steps = useCallback(
    (turn: number, query: { from: number; reveal?: boolean }) =>
      api('GET /api/sessions/:session/turns/:turn/steps', {
        params: { session, turn },
        query: { ...variant, ...query, ...agentQuery({ agent }) },
      }),
    [session, agent, variant],
  )
  const loadSteps = useCallback(
    async (index: number, from: number) => {
      const answer = await steps(index, { from })
      change(index, (turn) => withSteps(turn, answer.steps))
    },
    [steps, change],
  )
  const reveal = useCallback(
    async (index: number, from: number, count: number) => {
      const answer = await steps(index, { from: Math.max(0, from), reveal: true })
      const shown = answer.steps.filter(({ at }) => at >= from && at < from + count)
      change(index, (turn) => (from < 0 ? { ...turn, prompt: answer.turn.prompt } : withSteps(turn, shown)))
    },
    [steps, change],
  )
  return {
    view: tail.view,
    error: tail.error,
    isLoading: tail.isLoading,
    retry: tail.retry,
    hasOlder: island.length > 0 ? island[0].index > 0 : tail.hasOlder,
    isLoadingOlder: isLoading || tail.isLoadingOlder,
    island,
    loadOlder,
    loadGap,
    bring,
    loadSteps,
    reveal,
  }
}

/** Turns that are loaded page by page; what is farther away is jumped to. */
const NEAR = 60
