import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Hit } from '@skein/server'
import { inertLine, type SessionItem } from '@skein/view'
import type { ReactNode } from 'react'
import { searchesQuery, sessionsQuery } from '../api/queries.ts'
import { projectName } from '../format/names.ts'
import { Ago } from '../format/time.tsx'
import { useLook } from '../theme/theme.ts'
import type { IconName } from '../ui/icon.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { navigate, useLocation } from '../url/location.ts'
import { sessionPlace, type ListState } from '../url/place.ts'
import { commandsAt, matchingCommands } from './commands.ts'
import { hitField, hitPlace } from './hit-place.ts'
import { ICONS } from './hits.tsx'
import { HitText } from './hit-text.tsx'
import type { Search } from './use-search.ts'

/** A line of the palette. */
export interface PaletteItem {
  readonly key: string
  readonly group: string
  readonly icon: IconName
  readonly label: ReactNode
  readonly facts: ReactNode
  readonly run: () => void
}

/** What the palette offers for what is typed: sessions, commands, hits. Behind `>` only commands. */
export function usePaletteItems(typed: string, search: Search): PaletteItem[] {
  const place = useLocation()
  const look = useLook()
  const onlyCommands = typed.startsWith('>')
  const words = typed.trim()
  const title = useDebounced(onlyCommands ? '' : words, 120)
  const sessions = useInfiniteQuery({
    ...sessionsQuery(title === '' ? { limit: 6 } : { title, limit: 6 }),
    placeholderData: keepPreviousData,
  })
  const searches = useQuery(searchesQuery)
  const { list } = place

  const commands = matchingCommands(commandsAt(place, look), typed.replace(/^>/, '')).map(
    ({ label, icon, run }): PaletteItem => ({
      key: `command ${label}`,
      group: 'Commands',
      icon,
      label,
      facts: null,
      run,
    }),
  )
  if (onlyCommands) return commands
  const titled = (sessions.data?.pages[0]?.items ?? [])
    .slice(0, 6)
    .map((item) => sessionItem(item, list, words === '' ? 'Recent' : 'Sessions'))
  if (words === '') {
    const saved = (searches.data?.searches ?? []).slice(0, 4).map(({ name, query }): PaletteItem => ({
      key: `saved ${name}`,
      group: 'Saved searches',
      icon: 'bookmark',
      label: name,
      facts: query,
      run: () => navigate({ page: 'search', q: query, list, more: {} }),
    }))
    return [...titled, ...saved, ...commands.slice(0, 12)]
  }
  const everything: PaletteItem = {
    key: 'everything',
    group: 'In all sessions',
    icon: 'search',
    label: <>Search everything for “{words}”</>,
    facts: null,
    run: () => navigate({ page: 'search', q: words, list, more: {} }),
  }
  const { q, hits: found } = search.found ?? { q: '', hits: [] }
  const hits = found.slice(0, 20).map((hit) => ({
    ...hitItem(hit),
    run: () => navigate(hitPlace(hit, q, list)),
  }))
  return [...titled, ...commands.slice(0, 4), everything, ...hits]
}

function sessionItem(item: SessionItem, list: ListState, group: string): PaletteItem {
  return {
    key: `session ${item.key}`,
    group,
    icon: item.place === 'archive' ? 'archive' : 'list',
    label: inertLine(item.title || item.name || item.id),
    facts: (
      <>
        {projectName(item.cwd)} · <Ago time={item.lastTime} />
      </>
    ),
    run: () => navigate(sessionPlace(item.key, { list })),
  }
}

function hitItem(hit: Hit): Omit<PaletteItem, 'run'> {
  return {
    key: `hit ${hit.session} ${hit.agent} ${hit.key} ${hit.field}`,
    group: inertLine(hit.title) || hit.session,
    icon: ICONS[hit.field] ?? 'file',
    label: <HitText hit={hit} />,
    facts: inertLine(hitField(hit)).slice(0, 30),
  }
}
