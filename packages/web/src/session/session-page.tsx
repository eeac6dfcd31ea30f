import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactElement } from 'react'
import type { SessionItem } from '@skein/view'
import { api, ApiFailure } from '../api/client.ts'
import { keys, meQuery, sessionQuery } from '../api/queries.ts'
import { applySessions, type SessionPages } from '../live/apply-list.ts'
import { Boundary } from '../ui/boundary.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Link } from '../url/link.tsx'
import { NO_LIST, type SessionPlace } from '../url/place.ts'
import { useTranscript } from './load-transcript.ts'
import { SessionHeader } from './session-header.tsx'
import css from './session-page.module.css'

/** One session: what it is, above; what was said in it, below. */
export function SessionPage({ place }: { readonly place: SessionPlace }): ReactElement {
  const session = useQuery(sessionQuery(place.session))
  useSeen(session.data)
  useEffect(() => {
    const title = session.data?.title
    document.title = title ? `${title} · Skein` : 'Skein'
    return () => {
      document.title = 'Skein'
    }
  }, [session.data?.title])

  if (session.error instanceof ApiFailure && session.error.status === 404)
    return (
      <EmptyState icon="search" page title="There is no such session">
        <p>It may have been deleted, or belongs to another machine. Archived sessions stay in the list.</p>
        <p>
          <Link to={{ page: 'inbox', list: NO_LIST, more: {} }}>To the inbox</Link>
        </p>
      </EmptyState>
    )
  if (session.isError && !session.data)
    return <ErrorState error={session.error} onRetry={() => void session.refetch()} />
  return (
    <>
      <SessionHeader place={place} item={session.data} />
      <div className={css.transcript}>
        <Boundary of={`${place.session} ${place.agent}`}>
          <SessionTranscript place={place} />
        </Boundary>
      </div>
    </>
  )
}

function SessionTranscript({ place }: { readonly place: SessionPlace }): ReactElement {
  const Transcript = useTranscript()
  if (Transcript === null) return <Skeleton lines={12} />
  return <Transcript session={place.session} agent={place.agent} />
}

/** Whoever looks at a session has seen it, as far as it has come. */
function useSeen(item: SessionItem | undefined): void {
  const queries = useQueryClient()
  const me = useQuery(meQuery)
  const seen = useMutation({
    mutationFn: (of: SessionItem) =>
      api('POST /api/sessions/:session/seen', {
        params: { session: of.key },
        body: { time: of.lastTime ?? 0 },
      }),
    onMutate: (of) => {
      const read = { ...of, unread: false }
      queries.setQueryData(keys.session(of.key), read)
      for (const list of queries.getQueryCache().findAll({ queryKey: keys.sessions }))
        queries.setQueryData<SessionPages>(list.queryKey, (pages) => {
          const has = pages?.pages.some((page) => page.items.some((one) => one.key === of.key))
          return pages && has
            ? applySessions(pages, {}, { type: 'sessionsChanged', changed: [read], removed: [] })
            : pages
        })
    },
  })
  const canWrite = me.data?.scope === 'all'
  const { mutate } = seen
  useEffect(() => {
    if (!item?.unread || !canWrite) return
    const look = (): void => {
      if (document.visibilityState === 'visible') mutate(item)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [item, canWrite, mutate])
}
