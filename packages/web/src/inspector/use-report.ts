import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sessionQuery } from '../api/queries.ts'

/**
 * Something that is worked out of a whole session. While the session grows it is asked again, now and then; until the
 * answer is there the one before stands.
 */
export function useReport<T>(
  session: string,
  name: readonly (string | number | null)[],
  ask: (signal: AbortSignal) => Promise<T>,
): UseQueryResult<T> {
  const version = useVersion(session)
  return useQuery({
    queryKey: ['report', session, ...name, version],
    queryFn: ({ signal }) => ask(signal),
    enabled: version !== null,
    placeholderData: (before, query) =>
      query !== undefined && [session, ...name].every((part, i) => query.queryKey[i + 1] === part)
        ? before
        : undefined,
    gcTime: 2 * 60_000,
  })
}

/** The size of the session's file, at most one every ten seconds; null until it is known. */
function useVersion(session: string): number | null {
  const { data, isError } = useQuery(sessionQuery(session))
  const bytes = data?.bytes ?? (isError ? 0 : null)
  const [settled, setSettled] = useState({ session, bytes })
  const isFirst = settled.session !== session || settled.bytes === null
  if (isFirst && bytes !== null) setSettled({ session, bytes })
  useEffect(() => {
    if (settled.bytes === null || settled.bytes === bytes) return
    const timer = setTimeout(() => setSettled({ session, bytes }), EVERY_MS)
    return () => clearTimeout(timer)
  }, [session, bytes, settled])
  return settled.session === session ? settled.bytes : bytes
}

const EVERY_MS = 10_000
