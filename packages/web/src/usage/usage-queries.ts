import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { UsageQuery } from '@skein/server'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'

export function usageQuery(query: UsageQuery) {
  return queryOptions({
    queryKey: [...keys.usage, query],
    queryFn: ({ signal }) => api('GET /api/usage', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
