import type { LeftOut, LeftOutReason } from '@skein/view'
import { bytes, counted, inertLine } from '@skein/view'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Link } from '../url/link.tsx'
import type { SessionPlace } from '../url/place.ts'
import css from './missing-in-resume.module.css'

/** What a resume would leave out although the file shows it. */
export interface Missing {
  /** Why nothing of it can be resumed. */
  readonly problem: string | null
  readonly surprising: readonly LeftOut[]
  readonly expected: readonly LeftOut[]
}

/** Null while nobody knows, and where nothing is missing that anybody would expect to be sent. */
export function useMissingInResume(session: string, isAsked: boolean): Missing | null {
  const { data } = useQuery({
    queryKey: ['resume', session],
    queryFn: ({ signal }) => api('GET /api/sessions/:session/resume', { params: { session }, signal }),
    enabled: isAsked,
    staleTime: 60_000,
  })
  if (!isAsked || data === undefined) return null
  const surprising = data.leftOut.filter(({ reason }) => SURPRISING.has(reason))
  if (data.problem === null && surprising.length === 0) return null
  const expected = data.leftOut.filter(({ reason }) => !SURPRISING.has(reason))
  return { problem: data.problem, surprising, expected }
}

/** In one sentence, whose beginning says it: a phone has room for little more. */
export function missingWords({ problem, surprising }: Missing): string {
  const entries = surprising.reduce((sum, one) => sum + one.entries, 0)
  const are = entries === 1 ? 'is' : 'are'
  return problem ?? `${counted(entries, 'entry', 'entries')} ${are} not sent by a resume.`
}

/** All of it, entry by entry. */
export function MissingInResume({
  id,
  place,
  missing: { problem, surprising, expected },
}: {
  readonly id: string
  readonly place: SessionPlace
  readonly missing: Missing
}): ReactElement {
  return (
    <section id={id} className={css.missing} aria-label="What a resume does not send">
      {problem !== null && <p>{problem}</p>}
      {[...surprising, ...expected].map((one) => (
        <Group key={one.reason} place={place} leftOut={one} startsOpen={SURPRISING.has(one.reason)} />
      ))}
      {surprising.length + expected.length === 0 && <p>Nothing of it is sent.</p>}
      <Link className={css.sent} to={{ ...place, panel: 'context' }}>
        What a resume sends
      </Link>
    </section>
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

interface GroupProps {
  readonly place: SessionPlace
  readonly leftOut: LeftOut
  readonly startsOpen: boolean
}

/** All that is left out for one reason. */
function Group({ place, leftOut, startsOpen }: GroupProps): ReactElement {
  const [isOpen, setOpen] = useState(startsOpen)
  const { reason } = leftOut
  return (
    <div className={css.group}>
      <button type="button" className={css.reason} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'down' : 'forward'} size={12} />
        <strong>{REASONS[reason]}</strong>
        <span>
          {counted(leftOut.entries, 'entry', 'entries')}, {bytes(leftOut.bytes)}
        </span>
      </button>
      {isOpen && <Entries place={place} reason={reason} />}
    </div>
  )
}

function Entries({
  place,
  reason,
}: {
  readonly place: SessionPlace
  readonly reason: LeftOutReason
}): ReactElement {
  const { session } = place
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['left-out', session, reason],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/sessions/:session/left-out', {
        params: { session },
        query: { reason, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 60_000,
  })
  return (
    <>
      <ul className={css.entries} aria-label={REASONS[reason]}>
        {data?.pages
          .flatMap(({ entries }) => entries)
          .map(({ key, kind, line, text }) => (
            <li key={key}>
              <Link to={{ ...place, at: String(key) }} aria-current={place.at === String(key) || undefined}>
                <Chip>{inertLine(kind.replaceAll(/[_-]+/g, ' '))}</Chip>
                <span className={css.words}>{text === '' ? 'no text' : inertLine(text)}</span>
                <span className={css.line}>line {line}</span>
              </Link>
            </li>
          ))}
      </ul>
      {error !== null && <p className="cut-note">{error.message}</p>}
      {isFetching ? (
        <Spinner />
      ) : (
        hasNextPage && (
          <button type="button" className="quiet-button" onClick={() => void fetchNextPage()}>
            More entries
          </button>
        )
      )}
    </>
  )
}
