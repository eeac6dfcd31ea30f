import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CataloguedTranscript } from '@skein/store'
import { leftOut, diagnose, WORDS } from '@skein/view'
import { resumeView, type Readable } from '@skein/transcript'
import type { ServerContext } from '../context.ts'
import { shownFiles } from '../reports/changed-files.ts'
import { compareLines } from '../reports/compare-lines.ts'
import { agentFilesOf, joined } from '../reports/joined-agents.ts'
import { ReportCache } from '../reports/report-cache.ts'
import { resumePage } from '../reports/resume-page.ts'
import { sessionContext } from '../reports/session-context.ts'
import { sessionTree } from '../reports/session-tree.ts'
import { traceView } from '../reports/trace-view.ts'
import type { OpenSession } from '../sessions/open-session.ts'
import { readable, shownSession } from '../sessions/shown-session.ts'
import { answer, type Routes } from './answer.ts'

/** What there is to know of a session beyond its turns. */
export function reportRoutes(app: Routes, context: ServerContext): void {
  const { sessions, prices, now, store } = context
  const cache = new ReportCache()

  /** A report that costs a look at all of a session, kept while the session stays as it is. */
  async function kept<T>(
    file: CataloguedTranscript,
    report: string,
    query: object,
    make: (session: OpenSession) => Promise<T> | T,
  ): Promise<T> {
    return sessions.use(file, {}, (session) =>
      cache.of({ db: store.db, session, file, report, query }, () => make(session)),
    )
  }

  answer(app, 'GET /api/sessions/:session/resume', async ({ params, query }) => {
    const { agent, reveal, ...options } = query
    const main = plainly(await sessions.open(sessions.find(params.session, agent)))
    return resumePage(main, { ...options, reveal: reveal === true })
  })

  answer(app, 'GET /api/sessions/:session/tree', async ({ params }) => {
    const file = sessions.find(params.session)
    const session = await shownSession(context, file)
    const agents = sessions.agentsOf(file)
    return {
      branches: session.model.view({ maxBytes: 1 }).head.branches,
      ...sessionTree({ main: readable(session), agentOf: (id) => agents.head(id) }),
    }
  })

  answer(app, 'GET /api/sessions/:session/files', async ({ params }) => {
    const file = sessions.find(params.session)
    return kept(file, 'files', {}, async (session) => {
      const main = plainly(session)
      return shownFiles(main, joined(main, await agentFilesOf(context, file)))
    })
  })

  answer(app, 'GET /api/sessions/:session/context', ({ params, query }) =>
    kept(sessions.find(params.session), 'context', query, (session) =>
      sessionContext(plainly(session), { ...query, now: now() }),
    ),
  )

  answer(app, 'GET /api/sessions/:session/trace', async ({ params, query }) => {
    const file = sessions.find(params.session)
    return kept(file, 'trace', query, async (session) => {
      const agents = await agentFilesOf(context, file)
      const main = plainly(session)
      const work = traceView({ session: file.session, main, agents, prices, ...query })
      for (;;) {
        const step = work.next()
        if (step.done === true) return step.value
        await nextTurn()
      }
    })
  })

  answer(app, 'GET /api/sessions/:session/doctor', ({ params }) =>
    kept(sessions.find(params.session), 'doctor', {}, (session) => {
      const { transcript, source } = plainly(session)
      const view = resumeView(transcript, source, {})
      return {
        findings: diagnose(transcript, source).findings.map(({ kind, count }) => ({
          kind,
          count,
          text: WORDS[kind].long,
        })),
        wouldLose: view.kind === 'conversation' ? leftOut(transcript, view) : [],
      }
    }),
  )

  answer(app, 'GET /api/sessions/:session/compare', ({ params, query }) =>
    compareLines(context, sessions.find(params.session), query),
  )
}

/** A transcript with its bytes as they stand: what is made of them is masked before it is answered. */
function plainly({ model, source }: OpenSession): Readable {
  return { transcript: model.transcript, source }
}
