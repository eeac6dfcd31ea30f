import { setImmediate as nextTurn } from 'node:timers/promises'
import { leftOut, diagnose, WORDS } from '@skein/view'
import { resumeView, type Readable } from '@skein/transcript'
import type { ServerContext } from '../context.ts'
import { shownFiles } from '../reports/changed-files.ts'
import { compareLines } from '../reports/compare-lines.ts'
import { agentFilesOf, joined } from '../reports/joined-agents.ts'
import { resumePage } from '../reports/resume-page.ts'
import { sessionContext } from '../reports/session-context.ts'
import { sessionTree } from '../reports/session-tree.ts'
import { traceView } from '../reports/trace-view.ts'
import { readable, shownSession } from '../sessions/shown-session.ts'
import { answer, type Routes } from './answer.ts'

/** What there is to know of a session beyond its turns. */
export function reportRoutes(app: Routes, context: ServerContext): void {
  const { sessions, prices, now } = context

  answer(app, 'GET /api/sessions/:session/resume', async ({ params, query }) => {
    const { agent, reveal, ...options } = query
    const main = await plain(sessions.find(params.session, agent))
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
    const agents = await agentFilesOf(context, file)
    const main = await plain(file)
    return shownFiles(main, joined(main, agents))
  })

  answer(app, 'GET /api/sessions/:session/context', async ({ params, query }) =>
    sessionContext(await plain(sessions.find(params.session)), { ...query, now: now() }),
  )

  answer(app, 'GET /api/sessions/:session/trace', async ({ params, query }) => {
    const file = sessions.find(params.session)
    const agents = await agentFilesOf(context, file)
    return sessions.use(file, {}, async ({ model, source }) => {
      const main = { transcript: model.transcript, source }
      const work = traceView({ session: file.session, main, agents, prices, ...query })
      for (;;) {
        const step = work.next()
        if (step.done === true) return step.value
        await nextTurn()
      }
    })
  })

  answer(app, 'GET /api/sessions/:session/doctor', async ({ params }) => {
    const { transcript, source } = await plain(sessions.find(params.session))
    const view = resumeView(transcript, source, {})
    return {
      findings: diagnose(transcript, source).findings.map(({ kind, count }) => ({
        kind,
        count,
        text: WORDS[kind].long,
      })),
      wouldLose: view.kind === 'conversation' ? leftOut(transcript, view) : [],
    }
  })

  answer(app, 'GET /api/sessions/:session/compare', ({ params, query }) =>
    compareLines(context, sessions.find(params.session), query),
  )

  /** A transcript with its bytes as they stand: what is made of them is masked before it is answered. */
  async function plain(file: ReturnType<typeof sessions.find>): Promise<Readable> {
    const { model, source } = await sessions.open(file)
    return { transcript: model.transcript, source }
  }
}
