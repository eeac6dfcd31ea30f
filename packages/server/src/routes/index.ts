import { Hono } from 'hono'
import type { ServerContext } from '../context.ts'
import { ApiFailure, isApiFailure } from '../errors.ts'
import type { RouteEnv, Routes } from './answer.ts'
import { changeRoutes } from './changes.ts'
import { editRoutes } from './edits.ts'
import { entryRoutes } from './entries.ts'
import { exportRoutes } from './exports.ts'
import { listRoutes } from './lists.ts'
import { reportRoutes } from './reports.ts'
import { searchRoutes } from './search.ts'
import { serverRoutes } from './server.ts'
import { usageRoutes } from './usage.ts'
import { viewRoutes } from './views.ts'

/** Everything that is answered below `/api` but the stream of events and the devices. */
export function routes(context: ServerContext): Routes {
  const app = new Hono<RouteEnv>()
  app.use(async (c, next) => {
    await next()
    if (isApiFailure(c.error) && c.error.status === 404 && context.refresher.running) {
      const failure = new ApiFailure(503, 'indexing', 'the sessions are still being read', {
        remedy: 'try again in a moment',
        retryAfter: 1,
      })
      c.res = Response.json(failure.toBody(), { status: 503, headers: { 'Retry-After': '1' } })
    }
  })
  for (const add of [
    serverRoutes,
    listRoutes,
    viewRoutes,
    entryRoutes,
    reportRoutes,
    exportRoutes,
    searchRoutes,
    usageRoutes,
    changeRoutes,
    editRoutes,
  ])
    add(app, context)
  return app
}
