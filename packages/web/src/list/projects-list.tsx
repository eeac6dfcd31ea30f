import { useInfiniteQuery } from '@tanstack/react-query'
import { counted } from '@skein/view'
import type { ReactElement } from 'react'
import { projectsQuery } from '../api/queries.ts'
import { projectName, shortPath } from '../format/names.ts'
import { Ago } from '../format/time.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Link } from '../url/link.tsx'
import css from './projects-list.module.css'
import { ListEnd } from './list-end.tsx'

/** Folders that Claude Code was used in. */
export function ProjectsList({ filter }: { readonly filter: string }): ReactElement {
  const projects = useInfiniteQuery(projectsQuery())
  if (projects.isPending) return <Skeleton lines={12} label="Loading projects" />
  if (projects.isError && !projects.data)
    return <ErrorState error={projects.error} onRetry={() => void projects.refetch()} />
  const wanted = filter.trim().toLowerCase()
  const items = projects.data.pages
    .flatMap((page) => page.items)
    .filter((project) => project.cwd.toLowerCase().includes(wanted))
  if (items.length === 0 && !projects.hasNextPage) return <EmptyState icon="folder" title="No such project" />
  return (
    <div className={css.list}>
      <ul>
        {items.map((project) => (
          <li key={project.id} className={css.row}>
            <Link
              className={css.link}
              to={{
                page: 'project',
                project: project.id,
                list: { view: 'inbox', project: project.id, filter: '' },
                more: {},
              }}
            >
              {projectName(project.cwd)}
            </Link>
            <span className={css.side}>
              <Ago time={project.lastTime} />
            </span>
            <span className={css.path} title={project.cwd}>
              {shortPath(project.cwd)}
            </span>
            <span className={css.side}>{counted(project.sessions, 'session')}</span>
          </li>
        ))}
      </ul>
      <ListEnd
        more={projects.hasNextPage}
        busy={projects.isFetchingNextPage}
        failed={projects.isFetchNextPageError}
        onReach={() => void projects.fetchNextPage()}
      />
    </div>
  )
}
