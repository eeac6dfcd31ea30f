import { counted } from '@skein/view'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { ListEnd } from '../list/list-end.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { classes } from '../ui/classes.ts'
import { currentPlace, navigate } from '../url/location.ts'
import { FILTER_HELP } from './filters.ts'
import { hitGroups } from './hit-groups.ts'
import { Hits } from './hits.tsx'
import { QueryField } from './query-field.tsx'
import { SaveSearch } from './save-search.tsx'
import { useSearch, type Search } from './use-search.ts'
import css from './search-page.module.css'

/** Hits of all sessions. The address has the query. */
export function SearchPage({ q }: { readonly q: string }): ReactElement {
  const [typed, setTyped] = useState(q)
  const [addressed, setAddressed] = useState(q)
  const input = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLDivElement>(null)
  // Somebody went back, or followed a link: the field follows.
  if (addressed !== q) {
    setAddressed(q)
    if (typed.trim() !== q.trim()) setTyped(q)
  }
  const search = useSearch(typed)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    document.title = typed.trim() === '' ? 'Search · Skein' : `${typed.trim()} · Skein`
    return () => {
      document.title = 'Skein'
    }
  }, [typed])
  useShortcut({
    keys: '/',
    label: 'To the search field',
    group: 'Anywhere',
    run: () => input.current?.select(),
  })
  const move = (by: number): void => {
    const links = [...(results.current?.querySelectorAll<HTMLElement>('a[data-hit]') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus()
  }
  useShortcut({ keys: 'j', label: 'Next hit', group: 'Sessions', run: () => move(1) })
  useShortcut({ keys: 'k', label: 'Hit before', group: 'Sessions', run: () => move(-1) })

  const change = (value: string): void => {
    setTyped(value)
    const place = currentPlace()
    if (place.page === 'search') navigate({ ...place, q: value.trim() }, { replace: true })
  }
  return (
    <div className={css.page}>
      <div className={css.column}>
        <h1 className="sr-only">Search</h1>
        <QueryField
          inputRef={input}
          value={typed}
          onChange={change}
          onSubmit={() => move(1)}
          busy={search.busy}
          problem={search.busy ? null : (search.found?.problem ?? null)}
          filters={search.found?.q === typed.trim() ? search.found.filters : []}
        />
        <div ref={results}>
          {typed.trim() === '' ? <Hints onTake={change} /> : <Results typed={typed} search={search} />}
        </div>
      </div>
    </div>
  )
}

function Results({ typed, search }: { readonly typed: string; readonly search: Search }): ReactElement {
  const { found, busy, error } = search
  const { list } = currentPlace()
  if (error && !found) return <ErrorState title="The search failed" error={error} onRetry={search.again} />
  if (!found) return <Skeleton lines={12} label="Searching" />
  if (found.problem) return <></>
  const sessions = hitGroups(found.hits).length
  return (
    <>
      <div className={css.state}>
        <span role="status">
          {busy
            ? 'Searching …'
            : `${counted(found.hits.length, 'hit')}${search.hasMore ? ' so far' : ''} in ${counted(sessions, 'session')}`}
        </span>
        {found.partial && !busy && (
          <span className={css.partial}>It took too long: not everything was read. Narrow it down.</span>
        )}
        <span className={css.save}>
          <SaveSearch q={typed.trim()} />
        </span>
      </div>
      <div className={classes(busy && css.older)}>
        {found.hits.length === 0 && !busy ? (
          <EmptyState icon="search" title="Nothing found">
            <p>
              Words are found anywhere, also inside others, and all of them must stand in one entry. Fewer
              words or filters find more; <code>OR</code> finds either.
            </p>
          </EmptyState>
        ) : (
          <Hits hits={found.hits} q={found.q} list={list} />
        )}
      </div>
      <ListEnd
        more={search.hasMore}
        busy={search.loadingMore}
        failed={search.moreFailed}
        onReach={search.more}
      />
    </>
  )
}

/** What can be asked, before anything is. */
function Hints({ onTake }: { readonly onTake: (q: string) => void }): ReactElement {
  return (
    <section className={css.hints} aria-label="What can be asked">
      <ul className={css.examples}>
        {EXAMPLES.map(([q, what]) => (
          <li key={q}>
            <button type="button" className={css.example} onClick={() => onTake(q)}>
              <code>{q}</code>
              <span>{what}</span>
            </button>
          </li>
        ))}
      </ul>
      <h2 className={css.heading}>Filters</h2>
      <dl className={css.filters}>
        {FILTER_HELP.map(({ name, help }) => (
          <div key={name}>
            <dt>
              <button type="button" className={css.filter} onClick={() => onTake(`${name}:`)}>
                {name}:
              </button>
            </dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const EXAMPLES: readonly (readonly [string, string])[] = [
  ['"not found" is:error', 'errors with a phrase in them'],
  ['tool:Bash exit:>0 after:7d', 'commands of this week that failed'],
  ['is:human -is:subagent', 'everything that was typed'],
  ['/TODO|FIXME/ in:answer', 'a regular expression'],
]
