import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useMemo } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { useNow } from '../format/now.ts'
import { useLocation } from '../url/location.ts'
import type { SessionPlace } from '../url/place.ts'
import { sessionPlace } from '../url/place.ts'
import { mayBeAtWork } from './at-work.ts'
import { NestedContext } from './nested.ts'
import { NestedTranscript } from './nested-transcript.tsx'
import type { Source } from './source.ts'
import { SourceContext } from './source.ts'
import { TranscriptView } from './transcript-view.tsx'

export interface TranscriptProps {
  readonly session: string
  readonly agent: string | null
}

/** The conversation of a session, or of one of its sub-agents. */
export function Transcript({ session, agent }: TranscriptProps): ReactElement {
  const here = useLocation()
  const place: SessionPlace = here.page === 'session' ? here : sessionPlace(session, { agent })
  const { data } = useQuery(sessionQuery(session))
  const all = place.show.includes('bookkeeping')
  const { tip } = place
  const project = data?.projectId ?? null
  const cwd = data?.cwd ?? ''
  const atWork = mayBeAtWork(data, useNow())
  const source = useMemo(
    (): Source => ({ session, agent, project, cwd, tip, all, atWork, depth: 0 }),
    [session, agent, project, cwd, tip, all, atWork],
  )
  return (
    <SourceContext value={source}>
      <NestedContext value={NestedTranscript}>
        <TranscriptView key={`${session} ${agent} ${tip} ${all}`} source={source} place={place} />
      </NestedContext>
    </SourceContext>
  )
}
