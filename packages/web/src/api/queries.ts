import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import type { SessionsQuery, ViewQuery } from '@skein/server'
import { api, ApiFailure } from './client.ts'

/**
 * What is asked of the server, and under which name it is kept. Live events keep `sessions`, `usage` and `view` fresh
 * (src/live); so nothing is asked again just because a tab got the focus.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A machine without a network still reaches itself.
        networkMode: 'always',
        staleTime: Infinity,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A refusal stays one; what did not arrive may arrive the next time.
        retry: (count, error) =>
          count < 2 && !(error instanceof ApiFailure && error.status !== 0 && error.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Keys of the cache, the general before the particular: invalidating `['sessions']` reaches all lists. */
export const keys = {
  me: ['me'] as const,
  sessions: ['sessions'] as const,
  projects: ['projects'] as const,
  session: (session: string) => ['session', session] as const,
  usage: ['usage'] as const,
  searches: ['searches'] as const,
  devices: ['devices'] as const,
  health: ['health'] as const,
  /** Not asked: the last `indexing` event, null when all is indexed. */
  indexing: ['indexing'] as const,
  view: (session: string, agent: string | null) => ['view', session, agent] as const,
}

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => api('GET /api/me', { signal }),
  // Without it there is nothing to show, and that is said at once; a server that comes back is found by itself.
  retry: (count, error) => count < 2 && !(error instanceof ApiFailure && error.status < 500),
  refetchInterval: ({ state }) =>
    state.error instanceof ApiFailure && state.error.status === 0 ? 5000 : false,
})

export function sessionsQuery(query: Omit<SessionsQuery, 'after'>) {
  return infiniteQueryOptions({
    queryKey: [...keys.sessions, query],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/sessions', { query: { limit: 60, ...query, after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    // The event that tells the end may have come before anybody listened.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.indexing === true ? WHILE_INDEXING_MS : false),
  })
}

const WHILE_INDEXING_MS = 1000

export function projectsQuery() {
  return infiniteQueryOptions({
    queryKey: keys.projects,
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/projects', { query: { limit: 100, after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })
}

export function sessionQuery(session: string) {
  return queryOptions({
    queryKey: keys.session(session),
    queryFn: ({ signal }) => api('GET /api/sessions/:session', { params: { session }, signal }),
    // One that has just begun is not known yet.
    refetchInterval: ({ state }) =>
      state.error instanceof ApiFailure && state.error.status === 404 ? WHILE_UNKNOWN_MS : false,
  })
}

const WHILE_UNKNOWN_MS = 2000

export const searchesQuery = queryOptions({
  queryKey: keys.searches,
  queryFn: ({ signal }) => api('GET /api/searches', { signal }),
})

export const devicesQuery = queryOptions({
  queryKey: keys.devices,
  queryFn: ({ signal }) => api('GET /api/devices', { signal }),
})

export const healthQuery = queryOptions({
  queryKey: keys.health,
  queryFn: ({ signal }) => api('GET /api/health', { signal }),
  staleTime: 10_000,
})

/** A page of turns of a session, or of one of its sub-agents. `project` is asked for only with an agent. */
export async function fetchView(
  of: { readonly session: string; readonly agent: string | null; readonly project: string | null },
  query: ViewQuery,
  signal?: AbortSignal,
) {
  if (of.agent === null)
    return api('GET /api/sessions/:session/view', { params: { session: of.session }, query, signal })
  const project = of.project ?? (await api('GET /api/sessions/:session', { params: of, signal })).projectId
  return api('GET /api/projects/:project/agent-sessions/:agent', {
    params: { project, agent: of.agent },
    query,
    signal,
  })
}
