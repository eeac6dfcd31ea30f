import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactElement, RefObject } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { IconButton } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { navigate } from '../url/location.ts'
import type { SessionPlace } from '../url/place.ts'
import { foundEntries } from './find-hits.ts'
import { markWords } from './mark-words.ts'
import type { Source } from './source.ts'
import type { Target } from './turn-list.tsx'
import css from './transcript.module.css'

export interface FindBarProps {
  readonly source: Source
  readonly place: SessionPlace
  readonly column: RefObject<HTMLElement | null>
  readonly target: Target | null
}

/** Finds in the whole session and its sub-agents, loaded or not: the server looks, and each hit is a place that one goes to. */
export function FindBar({ source, place, column, target }: FindBarProps): ReactElement | null {
  const isOpen = place.find !== '' || place.more.finding === '1'
  const field = useRef<HTMLInputElement>(null)
  // What is typed and not looked for yet. Where the address says something else meanwhile, that counts.
  const [draft, setDraft] = useState<string | null>(null)
  const [asked, setAsked] = useState(place.find)
  if (asked !== place.find) {
    setAsked(place.find)
    setDraft(null)
  }
  const typed = draft ?? place.find
  const { data, isFetching, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['find', source.session, place.find],
    enabled: place.find !== '',
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/search', {
        query: { q: place.find, session: source.session, limit: 200, after: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const hits = useMemo(() => foundEntries(data?.pages.flatMap((page) => page.hits) ?? []), [data])
  const isMore = hasNextPage && hits.length < MOST_HITS
  // The newest come first, and one begins with the oldest: a few are not a part of the whole.
  useEffect(() => {
    if (isMore && !isFetching && error === null) void fetchNextPage()
  }, [isMore, isFetching, error, fetchNextPage])
  const now = hits.findIndex(({ agent, key }) => agent === source.agent && String(key) === place.at)
  const go = (by: 1 | -1): void => {
    if (hits.length === 0) return
    const to = now < 0 ? (by > 0 ? 0 : hits.length - 1) : (now + by + hits.length) % hits.length
    const { agent, key } = hits[to]
    // A branch is left for what is not on it.
    navigate(
      { ...place, agent, at: String(key), tip: agent === place.agent ? place.tip : null },
      { replace: true },
    )
  }
  const open = (): void => {
    if (isOpen) field.current?.select()
    else navigate({ ...place, more: { ...place.more, finding: '1' } }, { replace: true })
  }
  const close = (): void => {
    const { finding: _, ...more } = place.more
    setDraft(null)
    navigate({ ...place, find: '', more }, { replace: true })
  }
  const group = 'Transcript' as const
  useShortcut({ keys: 'f', label: 'Find in this session', group, run: open })
  useShortcut({ keys: 'n', label: 'Next hit', group, run: (event) => go(event.shiftKey ? -1 : 1) })

  // Who comes from a search reads; who opens this types.
  const isTyping = place.more.finding === '1'
  useEffect(() => {
    if (isTyping) field.current?.focus()
  }, [isTyping])
  // A search while typing waits for a pause.
  useEffect(() => {
    if (!isOpen || draft === null || draft === place.find) return
    const timer = setTimeout(() => navigate({ ...place, find: draft, at: null }, { replace: true }), 250)
    return () => clearTimeout(timer)
  }, [draft, place, isOpen])
  useEffect(
    () => markWords(place.find === '' ? null : column.current, place.find),
    [column, place.find, target, data],
  )

  if (!isOpen) return null
  const problem = data?.pages[0]?.problem ?? null
  const more = hasNextPage ? '+' : ''
  return (
    <search className={css.find}>
      <input
        ref={field}
        type="search"
        value={typed}
        placeholder="Find in this session"
        aria-label="Find in this session"
        spellCheck={false}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
          if (event.key !== 'Enter') return
          event.preventDefault()
          go(event.shiftKey ? -1 : 1)
        }}
      />
      <span className={css.findCount} role="status">
        {isFetching && hits.length === 0 ? (
          <Spinner />
        ) : error !== null ? (
          'failed'
        ) : problem !== null ? (
          problem.message
        ) : place.find === '' ? (
          ''
        ) : (
          `${now + 1}/${hits.length}${more}`
        )}
      </span>
      <IconButton icon="up" label="Hit before" disabled={hits.length === 0} onClick={() => go(-1)} />
      <IconButton icon="down" label="Next hit" keys="n" disabled={hits.length === 0} onClick={() => go(1)} />
      <IconButton icon="close" label="Close" keys="Escape" onClick={close} />
    </search>
  )
}

/** Past this nobody goes from one to the next. */
const MOST_HITS = 2000
