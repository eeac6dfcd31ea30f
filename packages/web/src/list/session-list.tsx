import { useInfiniteQuery } from '@tanstack/react-query'
import { whole } from '@skein/view'
import { useRef, type ReactElement } from 'react'
import { sessionsQuery } from '../api/queries.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Button } from '../ui/button.tsx'
import { sessionPlace, type ListState, type Place } from '../url/place.ts'
import { ListEnd } from './list-end.tsx'
import { inboxSections, newestFirst, type Section } from './sections.ts'
import { SessionRow } from './session-row.tsx'
import css from './session-list.module.css'
import { useCalmSections } from './use-calm-sections.ts'
import { useListKeys } from './use-list-keys.ts'

/** Sessions: of the inbox in sections; of a project or a filter in one. */
export function SessionList({
  list,
  current,
}: {
  readonly list: ListState
  readonly current: string | null
}): ReactElement {
  const filter = useDebounced(list.filter.trim(), 200)
  const asked = { project: list.project ?? undefined, title: filter || undefined }
  const isInbox = list.project === null && filter === ''
  const sessions = useInfiniteQuery(sessionsQuery(asked))
  // Who runs may have been silent for long: not on the first page of what is recent.
  const running = useInfiniteQuery({ ...sessionsQuery({ state: 'running' }), enabled: isInbox })
  const items = sessions.data?.pages.flatMap((page) => page.items) ?? []
  const open = isInbox ? (running.data?.pages.flatMap((page) => page.items) ?? []) : []
  const found = isInbox ? inboxSections([...open, ...items]) : asOne(newestFirst(items))
  const { sections, handlers } = useCalmSections(found, JSON.stringify(asked))
  const box = useRef<HTMLDivElement>(null)
  useListKeys(box)

  if (sessions.isPending) return <Skeleton lines={18} label="Loading sessions" />
  if (sessions.isError && items.length === 0)
    return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
  if (sections.length === 0 && sessions.data?.pages[0]?.indexing === true)
    return <Skeleton lines={18} label="Reading your history" />
  if (sections.length === 0) return <NothingFound filter={filter} inProject={list.project !== null} />

  const total = sessions.data?.pages[0]?.total ?? 0
  const keys = sections.flatMap((section) => section.items).map((item) => item.key)
  const stop = current !== null && keys.includes(current) ? current : keys[0]
  return (
    <div ref={box} className={css.list} {...handlers}>
      {sections.map((section) => (
        <section key={section.name} aria-labelledby={idOf(section)}>
          <h2 id={idOf(section)} className={css.heading}>
            {isInbox ? section.name : filter === '' ? 'Sessions' : 'Found'}
            <span className={css.count}>
              {whole(section.name === 'Recent' ? recentOf(sections, total) : section.items.length)}
            </span>
          </h2>
          <ul>
            {section.items.map((item) => (
              <SessionRow
                key={item.key}
                item={item}
                to={placeOf(item.key, list)}
                current={item.key === current}
                reachable={item.key === stop}
                withProject={list.project === null}
              />
            ))}
          </ul>
        </section>
      ))}
      <ListEnd
        more={sessions.hasNextPage}
        busy={sessions.isFetchingNextPage}
        failed={sessions.isFetchNextPageError}
        onReach={() => void sessions.fetchNextPage()}
      />
    </div>
  )
}

function NothingFound({
  filter,
  inProject,
}: {
  readonly filter: string
  readonly inProject: boolean
}): ReactElement {
  if (filter !== '')
    return (
      <EmptyState icon="search" title="No session has this in its title">
        <p>Press / to search in everything that was said.</p>
      </EmptyState>
    )
  if (inProject) return <EmptyState icon="folder" title="No sessions in this project" />
  return (
    <EmptyState
      icon="inbox"
      title="No sessions yet"
      actions={
        <Button icon="retry" onClick={() => window.location.reload()}>
          Look again
        </Button>
      }
    >
      <p>Run Claude Code in any folder. Its session appears here as it is written.</p>
    </EmptyState>
  )
}

/** How many there are that are in no other section, loaded or not. */
function recentOf(sections: readonly Section[], total: number): number {
  const shown = sections.reduce((sum, { items }) => sum + items.length, 0)
  const others = shown - (sections.find(({ name }) => name === 'Recent')?.items.length ?? 0)
  return Math.max(total, shown) - others
}

/** What the list shows stays as it is when a session is opened from it. */
function placeOf(session: string, list: ListState): Place {
  return sessionPlace(session, { list })
}

function asOne(items: Section['items']): Section[] {
  return items.length === 0 ? [] : [{ name: 'Recent', items }]
}

function idOf(section: Section): string {
  return `section-${section.name.toLowerCase().replace(' ', '-')}`
}
