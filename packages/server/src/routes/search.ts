import { parseQuery, SavedQueries } from '@skein/store'
import { shownValue } from '@skein/redact'
import { z } from 'zod'
import type { SearchPage } from '../api/api.ts'
import type { ServerContext } from '../context.ts'
import { filtersOf, withinSession } from '../search/query-parts.ts'
import { shownHits, titleHits } from '../search/shown-hits.ts'
import { searchInTurns } from '../search/search-in-turns.ts'
import { readCursor, writeCursor } from '../sessions/cursor.ts'
import { sessionByKey } from '../sessions/session-keys.ts'
import { answer, DONE, type Routes } from './answer.ts'
import { unknown } from './failure.ts'

/** Search over all sessions or one, and searches that people keep. */
export function searchRoutes(app: Routes, context: ServerContext): void {
  const { store, state, now, refresher } = context
  const saved = new SavedQueries(state)

  answer(app, 'GET /api/search', async ({ query, signal }): Promise<SearchPage> => {
    if (query.q.trim() === '') return NOTHING
    const after = readCursor(query.after, MARK)
    const parsed = parseQuery(query.q, { now: now(), saved: (name) => saved.textOf(name) })
    if ('problem' in parsed) {
      const { message, at, length } = parsed.problem
      return { ...NOTHING, problem: { message, start: at, end: at + length } }
    }
    await refresher.fresh()
    const session = query.session === undefined ? null : sessionByKey(store.db, query.session)
    const { result, stopped } = await searchInTurns(
      session === null ? parsed.query : withinSession(parsed.query, session.session),
      {
        home: store.home,
        db: store.db,
        limit: query.limit ?? USUALLY_FOUND,
        titles: session === null && after === undefined,
        prices: context.prices,
        signal,
        ...(after === undefined ? {} : { after }),
      },
    )
    const hits = session === null ? result.hits : result.hits.filter((hit) => isOf(hit, session))
    return {
      hits: [...titleHits(context, result.titles, hits), ...shownHits(context, hits)],
      next: writeCursor(result.next),
      filters: shownValue(filtersOf(parsed.query)),
      problem: null,
      partial: stopped,
    }
  })

  answer(app, 'GET /api/searches', () => ({
    searches: shownValue(saved.list().map(({ name, query }) => ({ name, query }))),
  }))

  answer(app, 'PUT /api/searches/:name', ({ params, body }) => {
    saved.save({ name: params.name, query: body.query, made: now() })
    return DONE
  })

  answer(app, 'DELETE /api/searches/:name', ({ params }) => {
    if (!saved.remove(params.name)) throw unknown('search')
    return DONE
  })
}

const USUALLY_FOUND = 50
const NOTHING: SearchPage = { hits: [], next: null, filters: [], problem: null, partial: false }
const MARK = z.strictObject({ time: z.number().nullable(), path: z.string(), offset: z.number() })

/** Two projects can have a session of one id. */
function isOf(hit: { readonly path: string }, { path }: { readonly path: string }): boolean {
  return (
    hit.path === path ||
    hit.path.startsWith(`${path.slice(0, -'.jsonl'.length)}/`) ||
    isBeside(hit.path, path)
  )
}

/** Sub-agents of 2.0.x lie beside the session. */
function isBeside(agent: string, session: string): boolean {
  const folder = session.slice(0, session.lastIndexOf('/') + 1)
  return agent.startsWith(`${folder}agent-`)
}
