import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Hit, SearchPage } from '@skein/server'
import { api } from '../api/client.ts'
import { useDebounced } from '../ui/use-debounced.ts'

export interface Found {
  /** The query that the hits are of; what is typed may be further on. */
  readonly q: string
  readonly hits: readonly Hit[]
  readonly filters: SearchPage['filters']
  readonly problem: SearchPage['problem']
  readonly partial: boolean
}

export interface Search {
  readonly found: Found | null
  readonly error: Error | null
  /** Something newer is on its way. */
  readonly busy: boolean
  readonly hasMore: boolean
  readonly loadingMore: boolean
  readonly moreFailed: boolean
  readonly more: () => void
  readonly again: () => void
}

/** Hits of what is typed, once it has stood still; a request that nobody waits for any more is cancelled. */
export function useSearch(typed: string, { limit = 50, wait = 180 } = {}): Search {
  const q = useDebounced(typed.trim(), wait)
  const search = useInfiniteQuery({
    queryKey: ['search', q, limit],
    enabled: q !== '',
    queryFn: async ({ pageParam, signal }) => ({
      q,
      ...(await api('GET /api/search', { query: { q, limit, after: pageParam ?? undefined }, signal })),
    }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  })
  const pages = q === '' ? undefined : search.data?.pages
  return {
    found: pages === undefined ? null : foundOf(pages),
    error: q === '' ? null : search.error,
    busy: typed.trim() !== '' && (typed.trim() !== q || search.isPlaceholderData || search.isPending),
    hasMore: search.hasNextPage && !search.isPlaceholderData,
    loadingMore: search.isFetchingNextPage,
    moreFailed: search.isFetchNextPageError,
    more: () => void search.fetchNextPage(),
    again: () => void search.refetch(),
  }
}

function foundOf(pages: readonly (SearchPage & { readonly q: string })[]): Found {
  const [{ q, filters, problem }] = pages
  return {
    q,
    hits: pages.flatMap((page) => page.hits),
    filters,
    problem,
    partial: pages.some((page) => page.partial),
  }
}
