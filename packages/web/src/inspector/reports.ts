import type { UseQueryResult } from '@tanstack/react-query'
import { api, type ApiResponse } from '../api/client.ts'
import { useReport } from './use-report.ts'

/* What the panels ask of the server. */

export function useFiles(session: string): UseQueryResult<ApiResponse<'GET /api/sessions/:session/files'>> {
  return useReport(session, ['files'], (signal) =>
    api('GET /api/sessions/:session/files', { params: { session }, signal }),
  )
}

export function useContext(
  session: string,
): UseQueryResult<ApiResponse<'GET /api/sessions/:session/context'>> {
  return useReport(session, ['context'], (signal) =>
    api('GET /api/sessions/:session/context', { params: { session }, signal }),
  )
}

export function useTree(session: string): UseQueryResult<ApiResponse<'GET /api/sessions/:session/tree'>> {
  return useReport(session, ['tree'], (signal) =>
    api('GET /api/sessions/:session/tree', { params: { session }, signal }),
  )
}

export function useDoctor(session: string): UseQueryResult<ApiResponse<'GET /api/sessions/:session/doctor'>> {
  return useReport(session, ['doctor'], (signal) =>
    api('GET /api/sessions/:session/doctor', { params: { session }, signal }),
  )
}

export function useTrace(
  session: string,
  turn: number | null,
): UseQueryResult<ApiResponse<'GET /api/sessions/:session/trace'>> {
  return useReport(session, ['trace', turn], (signal) =>
    api('GET /api/sessions/:session/trace', {
      params: { session },
      query: turn === null ? {} : { turn },
      signal,
    }),
  )
}

export function useComparison(
  session: string,
  { a, b }: { readonly a: number | null; readonly b: number | null },
): UseQueryResult<ApiResponse<'GET /api/sessions/:session/compare'>> {
  return useReport(session, ['compare', a, b], (signal) =>
    api('GET /api/sessions/:session/compare', {
      params: { session },
      query: { a: a ?? undefined, b: b ?? undefined },
      signal,
    }),
  )
}
