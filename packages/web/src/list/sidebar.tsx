import { useInfiniteQuery } from '@tanstack/react-query'
import type { Me } from '@skein/server'
import { useRef, type ReactElement } from 'react'
import { projectsQuery } from '../api/queries.ts'
import { projectName } from '../format/names.ts'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { tabPanelId, Tabs } from '../ui/tabs.tsx'
import { currentPlace, navigate } from '../url/location.ts'
import type { ListState, Place } from '../url/place.ts'
import { DemoBanner } from './demo-banner.tsx'
import { IndexingBanner } from './indexing-banner.tsx'
import { ProjectsList } from './projects-list.tsx'
import { SearchesList } from './searches-list.tsx'
import { SessionList } from './session-list.tsx'
import css from './sidebar.module.css'

/** The left column: which sessions there are. */
export function Sidebar({ place, me }: { readonly place: Place; readonly me: Me }): ReactElement {
  const { list } = place
  const field = useRef<HTMLInputElement>(null)
  useShortcut({ keys: 'f', label: 'Filter the list', group: 'Sessions', run: () => field.current?.focus() })
  return (
    <div className={css.sidebar}>
      <div className={css.head}>
        <Tabs
          of="list"
          label="Sessions by"
          current={list.view}
          tabs={[
            { name: 'inbox', label: 'Inbox' },
            { name: 'projects', label: 'Projects' },
            { name: 'searches', label: 'Saved' },
          ]}
          onSelect={(view) => setList({ view, project: null, filter: '' })}
        />
        <label className={css.filter}>
          <Icon name="search" />
          <span className="sr-only">Filter the list</span>
          <input
            ref={field}
            type="search"
            placeholder="Filter"
            autoComplete="off"
            spellCheck={false}
            value={list.filter}
            onChange={(event) => setList({ ...list, filter: event.target.value }, true)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              setList({ ...list, filter: '' }, true)
              field.current?.blur()
            }}
          />
        </label>
      </div>
      {list.view === 'inbox' && list.project !== null && <InProject list={list} />}
      <div
        className={css.body}
        role="tabpanel"
        id={tabPanelId('list', list.view)}
        aria-labelledby={`list-tab-${list.view}`}
      >
        <IndexingBanner />
        {me.demo && list.view === 'inbox' && <DemoBanner />}
        {list.view === 'inbox' && (
          <SessionList list={list} current={place.page === 'session' ? place.session : null} />
        )}
        {list.view === 'projects' && <ProjectsList filter={list.filter} />}
        {list.view === 'searches' && <SearchesList list={list} />}
      </div>
    </div>
  )
}

/** Which project the list is held to, and the way out. */
function InProject({ list }: { readonly list: ListState }): ReactElement {
  const projects = useInfiniteQuery(projectsQuery())
  const known = projects.data?.pages.flatMap((page) => page.items).find((one) => one.id === list.project)
  const cwd = known?.cwd ?? ''
  return (
    <div className={css.project}>
      <Icon name="folder" />
      <span className={css.projectName} title={cwd}>
        {cwd === '' ? 'Project' : projectName(cwd)}
      </span>
      <IconButton icon="close" label="All projects" onClick={() => setList({ ...list, project: null })} />
    </div>
  )
}

/** Changes the list and leaves what is read beside it where it is. */
function setList(list: ListState, replace = false): void {
  const place = currentPlace()
  if (place.page === 'project' && list.project === null)
    navigate({ page: 'inbox', list, more: {} }, { replace })
  else navigate({ ...place, list }, { replace })
}
