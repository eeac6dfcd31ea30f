import type { SessionFilter } from '@skein/store'
import { shownValue } from '@skein/redact'
import { inertLine, type ProjectItem, type SessionItem } from '@skein/view'
import { z } from 'zod'
import type { SessionsQuery } from '../api/api.ts'
import type { ServerContext } from '../context.ts'
import { readCursor, writeCursor } from '../sessions/cursor.ts'
import { runningState, sessionItems } from '../sessions/session-items.ts'
import { projectById, projectId, sessionByKey } from '../sessions/session-keys.ts'
import { answer, type Routes } from './answer.ts'
import { unknown } from './failure.ts'

/** Projects and sessions. */
export function listRoutes(app: Routes, context: ServerContext): void {
  const { store, refresher } = context

  answer(app, 'GET /api/projects', async ({ query }) => {
    await refresher.fresh()
    const all = await store.projects()
    const after = readCursor(query.after, z.strictObject({ id: z.string() }))
    const from = after === undefined ? 0 : all.findIndex((one) => projectId(one) === after.id) + 1
    const page = all.slice(from, from + (query.limit ?? MOST_LISTED))
    const items: ProjectItem[] = shownValue(
      page.map(({ root, project, cwd, sessions, lastTime }) => ({
        id: projectId({ root, project }),
        cwd: inertLine((cwd || project).slice(0, MOST_SIGNS)),
        sessions,
        lastTime,
      })),
    )
    const last = items.at(-1)
    const isEnd = from + page.length >= all.length || last === undefined
    return { items, next: isEnd ? null : writeCursor({ id: last.id }) }
  })

  answer(app, 'GET /api/sessions', async ({ query }) => {
    await refresher.fresh()
    const after = readCursor(query.after, MARK)
    const filter = await filterOf(context, query)
    const page = await store.list(filter, {
      limit: query.limit ?? USUALLY_LISTED,
      ...(after === undefined ? {} : { after }),
    })
    return {
      items: await sessionItems(context, page.sessions),
      next: writeCursor(page.next),
      total: await store.count(filter),
      indexing: refresher.running,
    }
  })

  answer(app, 'GET /api/sessions/:session', async ({ params }) => {
    await refresher.fresh()
    return sessionItem(context, params.session)
  })
}

const MOST_LISTED = 200
const USUALLY_LISTED = 50
const MOST_SIGNS = 500

const MARK = z.strictObject({ lastTime: z.number().nullable(), session: z.string(), path: z.string() })

/** One session as the list has it. */
async function sessionItem(context: ServerContext, key: string): Promise<SessionItem> {
  const { path, session } = await sessionByKey(context.store, key)
  const { sessions } = await context.store.list({ ids: [session] })
  const found = sessions.find((one) => one.path === path)
  if (found === undefined) throw unknown('session')
  return (await sessionItems(context, [found]))[0]
}

async function filterOf(context: ServerContext, query: SessionsQuery): Promise<SessionFilter> {
  const { store } = context
  const { project, model, branch, title, tag, state } = query
  return {
    ...(project === undefined ? {} : { in: await projectById(store, project) }),
    ...(model === undefined ? {} : { model }),
    ...(branch === undefined ? {} : { branch }),
    ...(title === undefined ? {} : { title }),
    ...(tag === undefined ? {} : { tag }),
    ...(state === undefined ? {} : await stateFilter(context, state)),
  }
}

async function stateFilter(
  { running, seen }: ServerContext,
  state: NonNullable<SessionsQuery['state']>,
): Promise<SessionFilter> {
  switch (state) {
    case 'running':
      return { ids: (await running.list()).map(({ session }) => session) }
    case 'needs-you': {
      const waiting = (await running.list()).filter((live) => runningState(live) === 'needs-you')
      return { ids: waiting.map(({ session }) => session) }
    }
    case 'archived':
      return { place: 'archive' }
    case 'unread':
      return { unseen: seen.unseen() }
  }
}
