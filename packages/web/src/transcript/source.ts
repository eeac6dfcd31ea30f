import type { TextQuery } from '@skein/server'
import type { ImageView } from '@skein/view'
import { createContext, use } from 'react'
import { api, apiUrl } from '../api/client.ts'

/** Whose transcript a part of the page shows: what it asks for is asked of that one. */
export interface Source {
  readonly session: string
  readonly agent: string | null
  /** Null until it is known. */
  readonly project: string | null
  /** Where the session was started; paths below it are shown without it. Empty until it is known. */
  readonly cwd: string
  readonly tip: number | null
  readonly all: boolean
  /** Somebody may still be writing it: what has no answer runs. */
  readonly atWork: boolean
  /** How deep sub-agents are nested here. */
  readonly depth: number
}

export const SourceContext = createContext<Source>({
  session: '',
  agent: null,
  project: null,
  cwd: '',
  tip: null,
  all: false,
  atWork: true,
  depth: 0,
})

export function useSource(): Source {
  return use(SourceContext)
}

export function agentQuery({ agent }: Pick<Source, 'agent'>): { readonly agent?: string } {
  return agent === null ? {} : { agent }
}

export function imageUrl(source: Source, { key, index }: ImageView): string {
  return apiUrl(
    '/api/sessions/:session/entries/:entry/images/:index',
    { session: source.session, entry: key, index },
    agentQuery(source),
  )
}

/** A text that came cut, from a place on. */
export function fetchText(source: Source, entry: number, query: Omit<TextQuery, 'agent'>) {
  return api('GET /api/sessions/:session/entries/:entry/text', {
    params: { session: source.session, entry },
    query: { ...query, ...agentQuery(source) },
  })
}

export function fetchEntry(source: Source, entry: number, reveal = false) {
  return api('GET /api/sessions/:session/entries/:entry', {
    params: { session: source.session, entry },
    query: { reveal, ...agentQuery(source) },
  })
}
