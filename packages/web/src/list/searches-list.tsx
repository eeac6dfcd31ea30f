import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../api/client.ts'
import { keys, searchesQuery } from '../api/queries.ts'
import { IconButton } from '../ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Link } from '../url/link.tsx'
import type { ListState } from '../url/place.ts'
import css from './projects-list.module.css'

/** Searches that were given a name. */
export function SearchesList({ list }: { readonly list: ListState }): ReactElement {
  const queries = useQueryClient()
  const searches = useQuery(searchesQuery)
  const remove = useMutation({
    mutationFn: (name: string) => api('DELETE /api/searches/:name', { params: { name } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.searches }),
  })
  if (searches.isPending) return <Skeleton lines={6} label="Loading saved searches" />
  if (searches.isError) return <ErrorState error={searches.error} onRetry={() => void searches.refetch()} />
  const wanted = list.filter.trim().toLowerCase()
  const found = searches.data.searches.filter(({ name }) => name.toLowerCase().includes(wanted))
  if (found.length === 0)
    return (
      <EmptyState icon="bookmark" title="No saved searches">
        <p>Search with / and save what you look for often.</p>
      </EmptyState>
    )
  return (
    <ul className={css.list}>
      {found.map(({ name, query }) => (
        <li key={name} className={css.row}>
          <Link className={css.link} to={{ page: 'search', q: query, list, more: {} }}>
            {name}
          </Link>
          <span className={css.remove}>
            <IconButton icon="trash" label={`Remove ${name}`} onClick={() => remove.mutate(name)} />
          </span>
          <span className={css.path}>{query}</span>
        </li>
      ))}
    </ul>
  )
}
