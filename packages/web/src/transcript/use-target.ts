import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { navigate } from '../url/location.ts'
import type { SessionPlace } from '../url/place.ts'
import type { ReadingPlace } from './reading-place.ts'
import type { Source } from './source.ts'
import { agentQuery } from './source.ts'
import type { Target } from './turn-list.tsx'
import type { Turns } from './use-turns.ts'

export interface TargetOptions {
  readonly source: Source
  readonly place: SessionPlace
  readonly turns: Turns
  readonly reading: RefObject<ReadingPlace | null>
  readonly column: RefObject<HTMLElement | null>
}

/** The entry that the address names (`at=`): looked up, loaded wherever it is, and scrolled to once. */
export function useTarget({ source, place, turns, reading, column }: TargetOptions): {
  readonly target: Target | null
  readonly problem: string | null
} {
  const { at } = place
  const { session, agent } = source
  const { data, error } = useQuery({
    queryKey: ['place', session, agent, at],
    enabled: at !== null,
    queryFn: ({ signal }) =>
      api('GET /api/sessions/:session/entries/:entry/place', {
        params: { session, entry: at ?? '' },
        query: agentQuery(source),
        signal,
      }),
  })
  const found = at === null ? undefined : data
  const elsewhere =
    found !== undefined &&
    (found.agent !== agent || (found.tip !== null && found.tip !== place.tip && !source.all))
  useEffect(() => {
    if (!elsewhere || found === undefined) return
    navigate({ ...place, agent: found.agent, tip: found.tip }, { replace: true })
  }, [elsewhere, found, place])

  const [brought, setBrought] = useState<string | null>(null)
  const { bring, view } = turns
  const isLoaded = view !== undefined
  const turn = found === undefined || elsewhere ? null : found.turn
  useEffect(() => {
    if (at === null || turn === null || !isLoaded || brought === at) return
    let wanted = true
    bring(turn).then(
      () => wanted && setBrought(at),
      // The banner says that it is not here.
      () => wanted && setBrought(at),
    )
    return () => {
      wanted = false
    }
  }, [at, turn, isLoaded, brought, bring])

  const target = useMemo(
    (): Target | null =>
      found === undefined || turn === null || brought !== at
        ? null
        : { turn, step: found.step, key: found.key },
    [found, turn, brought, at],
  )
  // Steps may come later than their turn: it is gone to as soon as it stands there, and then left to the reader.
  const reached = useRef<string | null>(null)
  useEffect(() => {
    if (target === null || reached.current === at || column.current === null) return
    const article = column.current.querySelector(`:scope > [data-turn="${target.turn}"]`)
    if (article === null) return
    const wantsStep = target.step !== null && target.step >= 0
    const step = wantsStep ? article.querySelector(`[data-at="${target.step}"]`) : article
    reading.current?.goTo(step ?? article, { below: wantsStep ? 72 : 16 })
    if (step === null) return
    reached.current = at
  })
  const problem =
    error !== null && at !== null
      ? 'The entry of this link is not in the transcript.'
      : found !== undefined && found.turn === null
        ? 'The entry of this link is part of no turn. The Raw panel has it.'
        : null
  return { target, problem }
}
