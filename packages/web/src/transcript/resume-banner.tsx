import type { LeftOut, LeftOutReason } from '@skein/view'
import { bytes, counted, inertLine } from '@skein/view'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useId, useState } from 'react'
import { api } from '../api/client.ts'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Link } from '../url/link.tsx'
import type { SessionPlace } from '../url/place.ts'
import css from './resume-banner.module.css'
import shared from './transcript.module.css'

/** States what a resume would leave out although the file shows it; a click lists it, entry by entry. */
export function ResumeBanner({ place }: { readonly place: SessionPlace }): ReactElement | null {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { session } = place
  const { data } = useQuery({
    queryKey: ['resume', session],
    queryFn: ({ signal }) => api('GET /api/sessions/:session/resume', { params: { session }, signal }),
    staleTime: 60_000,
  })
  if (data === undefined) return null
  const surprising = data.leftOut.filter(({ reason }) => SURPRISING.has(reason))
  if (data.problem === null && surprising.length === 0) return null
  const expected = data.leftOut.filter(({ reason }) => !SURPRISING.has(reason))
  const entries = surprising.reduce((sum, one) => sum + one.entries, 0)
  return (
    <>
      <div className={shared.banner}>
        <Icon name="warning" />
        <span role="status">
          {data.problem ??
            `A resume does not send ${counted(entries, 'entry', 'entries')} that the file shows.`}
        </span>
        <button
          type="button"
          className="quiet-button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'What is missing'}
        </button>
      </div>
      {isOpen && (
        <section id={id} className={css.missing} aria-label="What a resume does not send">
          {[...surprising, ...expected].map((one) => (
            <Group key={one.reason} place={place} leftOut={one} startsOpen={SURPRISING.has(one.reason)} />
          ))}
          {data.leftOut.length === 0 && <p>Nothing of it is sent.</p>}
          <Link to={{ ...place, panel: 'context' }}>What a resume sends</Link>
        </section>
      )}
    </>
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
