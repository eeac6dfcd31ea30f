import type { ReportWanted } from '../reports/make-report.ts'
import type { ServerContext } from '../context.ts'
import { answer, JsonText, type Routes } from './answer.ts'

/** What there is to know of a session beyond its turns. */
export function reportRoutes(app: Routes, context: ServerContext): void {
  const { sessions, now, reports } = context

  async function made(
    asked: { readonly params: { readonly session: string }; readonly signal: AbortSignal },
    wanted: ReportWanted,
    agent?: string,
  ): Promise<JsonText> {
    const file = await sessions.find(asked.params.session, agent)
    const request = { ...wanted, file, family: await sessions.familyOf(file), now: now() }
    return new JsonText(await reports.make(request, asked.signal))
  }

  answer(app, 'GET /api/sessions/:session/resume', (asked) => {
    const { agent, ...query } = asked.query
    return made(asked, { report: 'resume', query }, agent)
  })

  answer(app, 'GET /api/sessions/:session/left-out', (asked) =>
    made(asked, { report: 'left-out', query: asked.query }),
  )
  answer(app, 'GET /api/sessions/:session/tree', (asked) => made(asked, { report: 'tree', query: {} }))
  answer(app, 'GET /api/sessions/:session/files', (asked) => made(asked, { report: 'files', query: {} }))
  answer(app, 'GET /api/sessions/:session/doctor', (asked) => made(asked, { report: 'doctor', query: {} }))
  answer(app, 'GET /api/sessions/:session/context', (asked) =>
    made(asked, { report: 'context', query: asked.query }),
  )
  answer(app, 'GET /api/sessions/:session/trace', (asked) =>
    made(asked, { report: 'trace', query: asked.query }),
  )
  answer(app, 'GET /api/sessions/:session/compare', (asked) =>
    made(asked, { report: 'compare', query: asked.query }),
  )
}
