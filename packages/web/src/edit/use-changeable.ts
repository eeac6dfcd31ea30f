import { useQuery } from '@tanstack/react-query'
import { meQuery, sessionQuery } from '../api/queries.ts'

/** Whether this device may change or copy a session; the reason why not, in words. */
export function useChangeable(session: string): { readonly reason: string | null } {
  const me = useQuery(meQuery)
  const item = useQuery(sessionQuery(session))
  if (me.data !== undefined && me.data.scope !== 'all') return { reason: 'This device may only read' }
  if (item.data?.demo) return { reason: 'Demo sessions cannot be changed' }
  return { reason: null }
}
