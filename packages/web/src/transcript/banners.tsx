import type { LeftOutReason, SessionHead } from '@skein/view'
import { bytes, counted } from '@skein/view'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../url/link.tsx'
import type { SessionPlace } from '../url/place.ts'
import type { Source } from './source.ts'
import css from './transcript.module.css'

export interface BannersProps {
  readonly source: Source
  readonly place: SessionPlace
  readonly head: SessionHead
  /** Why the link could not be followed. */
  readonly problem: string | null
}

/** What one has to know before believing what is below. */
export function Banners({ source, place, head, problem }: BannersProps): ReactElement {
  return (
    <>
      {problem !== null && (
        <p className={css.banner} role="status">
          <Icon name="warning" /> <span>{problem}</span>
          <Link to={{ ...place, at: null }} replace>
            Close
          </Link>
        </p>
      )}
      {place.tip !== null && (
        <p className={css.banner} role="status">
          <Icon name="branch" />
          <span>
            A branch that is not live
            {reasonOf(head, place.tip)}: a resume does not continue it.
          </span>
          <Link to={{ ...place, tip: null, at: null }}>To the live line</Link>
        </p>
      )}
      {place.tip === null && source.agent === null && (
        <ResumeBanner source={source} place={place} bytes={head.bytes} />
      )}
    </>
  )
}

function reasonOf(head: SessionHead, tip: number): string {
  const branch = head.branches.find((one) => one.tip === tip)
  return branch === undefined ? '' : ` (${branch.reason.replaceAll('-', ' ')})`
}

/** States what a resume would leave out although the file shows it. */
function ResumeBanner({
  source,
  place,
}: {
  source: Source
  place: SessionPlace
  bytes: number
}): ReactElement | null {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['resume', source.session],
    queryFn: ({ signal }) =>
      api('GET /api/sessions/:session/resume', { params: { session: source.session }, signal }),
    staleTime: 60_000,
  })
  if (data === undefined) return null
  const surprising = data.leftOut.filter(({ reason }) => SURPRISING.has(reason))
  if (data.problem === null && surprising.length === 0) return null
  const entries = surprising.reduce((sum, one) => sum + one.entries, 0)
  return (
    <div className={css.banner} role="status">
      <Icon name="warning" />
      <span>
        {data.problem ??
          `A resume does not send ${counted(entries, 'entry', 'entries')} that the file shows.`}
        {isOpen && (
          <ul className={css.leftOut}>
            {data.leftOut.map((one) => (
              <li key={one.reason}>
                <strong>{REASONS[one.reason]}</strong>: {counted(one.entries, 'entry', 'entries')},{' '}
                {bytes(one.bytes)}
              </li>
            ))}
            <li>
              <Link to={{ ...place, panel: 'context' }}>What a resume sends</Link>
            </li>
          </ul>
        )}
      </span>
      <button type="button" className="quiet-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Less' : 'What is missing'}
      </button>
    </div>
  )
}

/** Everybody expects that sub-agents, dead branches, bookkeeping and a compacted past are not sent. */
const SURPRISING: ReadonlySet<LeftOutReason> = new Set(['cut', 'unreadable', 'replaced', 'unanswered-call'])

const REASONS: Readonly<Record<LeftOutReason, string>> = {
  'other-branch': 'On another branch',
  compacted: 'Compacted',
  cut: 'Cut off: an entry above it is missing',
  unreadable: 'Not readable',
  replaced: 'Replaced by an entry of the same name',
  'sub-agent': 'Of sub-agents',
  'api-error': 'Errors of the API',
  'thinking-only': 'Thinking that led to nothing',
  'unanswered-call': 'Calls without an answer',
  'not-conversation': 'Bookkeeping',
}
