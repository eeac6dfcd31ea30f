import { parseQuery, SavedQueries, searchResult, type ProjectPlace } from '@skein/store'
import { shownValue } from '@skein/redact'
import { z } from 'zod'
import type { SearchPage } from '../api/api.ts'
import type { ServerContext } from '../context.ts'
import { filtersOf, withinSession } from '../search/query-parts.ts'
import { shownHits, titleHits } from '../search/shown-hits.ts'
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
    const session = query.session === undefined ? null : await sessionByKey(store, query.session)
    const result = await searchResult(
      store.search(session === null ? parsed.query : withinSession(parsed.query, session.session), {
        limit: query.limit ?? USUALLY_FOUND,
        titles: session === null && after === undefined,
        prices: context.prices,
        signal: AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]),
        ...(after === undefined ? {} : { after }),
      }),
    )
    const hits = session === null ? result.hits : result.hits.filter((hit) => isOf(hit, session))
    return {
      hits: [...(await titleHits(context, result.titles, hits)), ...(await shownHits(context, hits))],
      next: writeCursor(result.next),
      filters: shownValue(filtersOf(parsed.query)),
      problem: null,
      partial: result.stopped,
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
const MOST_MS = 10_000
const NOTHING: SearchPage = { hits: [], next: null, filters: [], problem: null, partial: false }
const MARK = z.strictObject({ time: z.number().nullable(), path: z.string(), offset: z.number() })

/** Two projects can have a session of one id. */
function isOf(hit: ProjectPlace, { root, project }: ProjectPlace): boolean {
  return hit.root === root && hit.project === project
}
