import { shownValue } from '@skein/redact'
import type { SearchHit, Snippet, TitleHit } from '@skein/store'
import { inertLine } from '@skein/view'
import type { Hit } from '../api/api.ts'
import type { ServerContext } from '../context.ts'
import { sessionKeys } from '../sessions/session-keys.ts'

/** Hits as the API tells them. Snippets come masked; everything else is masked here. */
export async function shownHits(context: ServerContext, hits: readonly SearchHit[]): Promise<Hit[]> {
  const sessionOf = await sessionsOf(context, hits)
  return hits.map((hit) => {
    const { session, agent, cwd, offset, uuid, time, field, tool, snippet } = hit
    const { key, title } = sessionOf(hit) ?? { key: session, title: '' }
    return {
      session: key,
      key: offset,
      time,
      field,
      ...partOf(snippet),
      ...shownValue({ agent, title: inertLine(title), cwd: inertLine(cwd), uuid, tool }),
    }
  })
}

/** Sessions that are called what was searched for, but those that a hit names by a title of its own. */
export async function titleHits(
  context: ServerContext,
  titles: readonly TitleHit[],
  hits: readonly SearchHit[],
): Promise<Hit[]> {
  const told = new Set(hits.filter(({ field }) => field === 'title').map(({ path }) => path))
  const sessionOf = await sessionsOf(context, titles)
  return titles
    .filter(({ path }) => !told.has(path))
    .map((hit) => ({
      session: sessionOf(hit)?.key ?? hit.session,
      agent: null,
      key: 0,
      uuid: null,
      time: hit.time,
      field: 'title',
      tool: null,
      ...partOf(hit.title),
      ...shownValue({ title: inertLine(hit.title.text), cwd: inertLine(hit.cwd) }),
    }))
}

function partOf({ text, matches, cutBefore, cutBehind }: Snippet): Pick<Hit, 'text' | 'matches'> {
  const before = cutBefore ? '…' : ''
  return {
    text: `${before}${text}${cutBehind ? '…' : ''}`,
    matches: matches.map(({ start, stop }) => ({ start: start + before.length, end: stop + before.length })),
  }
}

type Found = Pick<SearchHit, 'session' | 'root' | 'project'>

/** Keys and titles of the sessions that hits are of. */
async function sessionsOf(
  { store }: ServerContext,
  hits: readonly Found[],
): Promise<(hit: Found) => { readonly key: string; readonly title: string } | undefined> {
  if (hits.length === 0) return () => undefined
  const ids = [...new Set(hits.map(({ session }) => session))]
  const keyOf = await sessionKeys(store, ids)
  const { sessions } = await store.list({ ids })
  const nameOf = (...names: string[]): string => JSON.stringify(names)
  const byName = new Map(sessions.map((one) => [nameOf(one.root, one.project, one.id), one]))
  return ({ root, project, session: id }) => {
    const session = byName.get(nameOf(root, project, id))
    return session && { key: keyOf(session), title: session.title.text.slice(0, MOST_SIGNS) }
  }
}

const MOST_SIGNS = 200
