import type { InfiniteData } from '@tanstack/react-query'
import type { SessionsPage, SessionsQuery } from '@skein/server'
import type { SessionItem, SessionsEvent } from '@skein/view'

export type SessionPages = InfiniteData<SessionsPage, string | null>

/**
 * A loaded list after the server told what changed: newest first, each session once. A session that belongs behind what
 * is loaded stays out; it comes with its page.
 */
export function applySessions(pages: SessionPages, query: SessionsQuery, event: SessionsEvent): SessionPages {
  const all = pages.pages.flatMap((page) => page.items)
  const out = new Set([...event.removed, ...event.changed.map((item) => item.key)])
  const known = new Set(all.map((item) => item.key))
  const kept = all.filter((item) => !out.has(item.key))
  const more = pages.pages.at(-1)?.next !== null
  const last = Math.min(...all.map(timeOf))
  const entering = event.changed.filter(
    (item) => matches(item, query) && (!more || known.has(item.key) || timeOf(item) >= last),
  )
  const items = [...kept, ...entering].sort((a, b) => timeOf(b) - timeOf(a))
  const total = Math.max(0, (pages.pages[0]?.total ?? 0) + items.length - all.length)
  // Pages are only where the list was cut; all but the last keep their length.
  const sizes = pages.pages.map((page) => page.items.length)
  let from = 0
  return {
    ...pages,
    pages: pages.pages.map((page, at) => {
      const to = at === sizes.length - 1 ? items.length : from + sizes[at]
      const slice = items.slice(from, to)
      from = to
      return { ...page, items: slice, total }
    }),
  }
}

function matches(item: SessionItem, query: SessionsQuery): boolean {
  if (query.project !== undefined && item.projectId !== query.project) return false
  if (query.model !== undefined && !item.models.includes(query.model)) return false
  if (query.branch !== undefined && item.gitBranch !== query.branch) return false
  if (query.tag !== undefined && !item.tags.includes(query.tag)) return false
  if (query.title && !`${item.title}\n${item.name}`.toLowerCase().includes(query.title.toLowerCase()))
    return false
  switch (query.state) {
    case 'running':
      return item.running !== null
    case 'needs-you':
      return item.running === 'needs-you'
    case 'unread':
      return item.unread
    case 'archived':
      return item.place === 'archive'
    case undefined:
      return true
  }
}

function timeOf(item: SessionItem): number {
  return item.lastTime ?? 0
}
