/**
 * Where in the app one is: everything that a link must carry. `parsePlace` and `formatPlace` are inverse to each other
 * on what they make; whatever they do not know of a query is kept in `more`, so that a panel can have its own state.
 */
export type Place =
  | (Common & { readonly page: 'inbox' })
  | (Common & { readonly page: 'project'; readonly project: string })
  | SessionPlace
  | (Common & { readonly page: 'search'; readonly q: string })
  | (Common & { readonly page: 'usage' })
  | (Common & { readonly page: 'settings' })
  | (Common & { readonly page: 'not-found'; readonly path: string })

export interface SessionPlace extends Common {
  readonly page: 'session'
  readonly session: string
  /** A sub-agent of the session instead of the session itself. */
  readonly agent: string | null
  /** Byte offset of a branch's last entry; null is the live line. */
  readonly tip: number | null
  /** The entry to stand at: its byte offset, or its uuid. */
  readonly at: string | null
  readonly panel: Panel | null
  readonly find: string
  /** Null: as the reader last chose. */
  readonly density: Density | null
  readonly show: readonly Show[]
}

interface Common {
  /** What the session list shows. */
  readonly list: ListState
  /** Parts of the query that only one page or panel knows. */
  readonly more: Readonly<Record<string, string>>
}

export interface ListState {
  readonly view: 'inbox' | 'projects' | 'searches'
  /** Only sessions of this project. */
  readonly project: string | null
  readonly filter: string
}

export type Panel = (typeof PANELS)[number]
export type Density = (typeof DENSITIES)[number]
export type Show = (typeof SHOWS)[number]

export const PANELS = ['files', 'diff', 'context', 'trace', 'tree', 'compare', 'raw', 'doctor'] as const
export const DENSITIES = ['off', 'short', 'full'] as const
export const SHOWS = ['dead', 'bookkeeping'] as const
export const NO_LIST: ListState = { view: 'inbox', project: null, filter: '' }

/** `path` is relative to the base of the app, with or without a slash in front. */
export function parsePlace(path: string, search: string): Place {
  const query = new URLSearchParams(search)
  const take = (name: string): string | null => {
    const value = query.get(name)
    query.delete(name)
    return value
  }
  const view = oneOf(['projects', 'searches'] as const, take('list')) ?? 'inbox'
  const inProject = take('in')
  const filter = take('filter') ?? ''
  const parts = path.split('/').filter((part) => part !== '')
  const ids = parts.map(decode)
  const common = (project: string | null = inProject): Common => ({
    list: { view, project: project === '' ? null : project, filter },
    more: Object.fromEntries(query),
  })
  const notFound: Place = { page: 'not-found', path, ...common() }
  const [first, id, kind, agent] = ids
  if (ids.includes(null)) return notFound
  if (first === undefined) return { page: 'inbox', ...common() }
  if (first === 'p' && id && ids.length === 2) return { page: 'project', project: id, ...common(id) }
  if (first === 's' && id && (ids.length === 2 || (ids.length === 4 && kind === 'a'))) {
    const tip = take('tip')
    return {
      page: 'session',
      session: id,
      agent: agent ?? null,
      tip: tip !== null && /^\d{1,15}$/.test(tip) ? Number(tip) : null,
      at: take('at') || null,
      panel: oneOf(PANELS, take('panel')),
      find: take('find') ?? '',
      density: oneOf(DENSITIES, take('density')),
      show: showsOf(take('show')),
      ...common(),
    }
  }
  if (ids.length > 1) return notFound
  if (first === 'search') return { page: 'search', q: take('q') ?? '', ...common() }
  if (first === 'usage' || first === 'settings') return { page: first, ...common() }
  return notFound
}

/** Relative to the base of the app, without a slash in front. */
export function formatPlace(place: Place): string {
  const query = new URLSearchParams()
  const put = (name: string, value: string | number | null): void => {
    if (value !== null && value !== '') query.set(name, String(value))
  }
  if (place.page === 'search') put('q', place.q)
  if (place.page === 'session') {
    put('tip', place.tip)
    put('at', place.at)
    put('panel', place.panel)
    put('find', place.find)
    put('density', place.density)
    put('show', place.show.join(','))
  }
  if (place.list.view !== 'inbox') put('list', place.list.view)
  if (place.page !== 'project') put('in', place.list.project)
  put('filter', place.list.filter)
  for (const [name, value] of Object.entries(place.more)) put(name, value)
  // A comma may stand in a query as it is, and reads better so.
  const text = query.toString().replaceAll('%2C', ',')
  return pathOf(place) + (text === '' ? '' : `?${text}`)
}

/** A session as one comes to it from a list: nothing open but the session. */
export function sessionPlace(session: string, given: Partial<Omit<SessionPlace, 'page'>> = {}): SessionPlace {
  const defaults = { agent: null, tip: null, at: null, panel: null, find: '', density: null, show: [] }
  return { page: 'session', ...defaults, list: NO_LIST, more: {}, ...given, session }
}

function pathOf(place: Place): string {
  switch (place.page) {
    case 'inbox':
      return ''
    case 'project':
      return `p/${encodeURIComponent(place.project)}`
    case 'session': {
      const agent = place.agent === null ? '' : `/a/${encodeURIComponent(place.agent)}`
      return `s/${encodeURIComponent(place.session)}${agent}`
    }
    case 'not-found':
      return place.path.replace(/^\/+/, '')
    default:
      return place.page
  }
}

function showsOf(value: string | null): Show[] {
  const named = new Set((value ?? '').split(','))
  return SHOWS.filter((show) => named.has(show))
}

function oneOf<T extends string>(values: readonly T[], value: string | null): T | null {
  return values.find((one) => one === value) ?? null
}

/** Null where the sequence of percent signs is none. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
