import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, type ReactElement } from 'react'
import { ApiFailure, onSignedOut } from './api/client.ts'
import { keys, meQuery } from './api/queries.ts'
import { LiveProvider } from './live/live.tsx'
import { MayReveal } from './markdown/may-reveal.ts'
import { Loading } from './shell/loading.tsx'
import { Shell } from './shell/shell.tsx'
import { ErrorState } from './ui/states.tsx'

const SignInPage = lazy(async () => ({ default: (await import('./sign-in/sign-in-page.tsx')).SignInPage }))

/** The whole page: who asks decides what there is. */
export function App(): ReactElement {
  const queries = useQueryClient()
  const me = useQuery(meQuery)
  useEffect(() => onSignedOut(() => void queries.invalidateQueries({ queryKey: keys.me })), [queries])
  if (me.error instanceof ApiFailure && me.error.status === 401)
    return (
      <Suspense fallback={null}>
        <SignInPage failure={me.error} />
      </Suspense>
    )
  if (me.data)
    return (
      <LiveProvider>
        <MayReveal value={me.data.scope === 'all'}>
          <Shell me={me.data} />
        </MayReveal>
      </LiveProvider>
    )
  if (me.isError)
    return (
      <main>
        <ErrorState title="Skein cannot be reached" error={me.error} onRetry={() => void me.refetch()} />
      </main>
    )
  return <Loading />
}
