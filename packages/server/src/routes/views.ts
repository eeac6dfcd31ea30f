import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CataloguedTranscript } from '@skein/store'
import type { SessionView } from '@skein/view'
import { FIRST_PAGE, MOST_PAGE, type AgentNode, type ViewQuery } from '../api/api.ts'
import type { ServerContext } from '../context.ts'
import type { ReportSubject } from '../reports/report-desk.ts'
import { useShown } from '../sessions/shown-session.ts'
import { answer, type Routes } from './answer.ts'
import { unknown } from './failure.ts'

/** Turns and steps of sessions and sub-agents. */
export function viewRoutes(app: Routes, context: ServerContext): void {
  const { sessions } = context

  answer(app, 'GET /api/sessions/:session/view', async ({ params, query }) =>
    viewOf(await sessions.find(params.session), query),
  )

  answer(app, 'GET /api/projects/:project/agent-sessions/:agent', async ({ params, query }) =>
    viewOf(await sessions.findAgent(params.project, params.agent), query),
  )

  answer(app, 'GET /api/sessions/:session/turns/:turn/steps', async ({ params, query }) => {
    const { agent, from, ...variant } = query
    const file = await sessions.find(params.session, agent)
    const page = await useShown(context, { ...(await subject(file)), ...variant }, ({ model }) =>
      model.steps(params.turn, from, MOST_PAGE),
    )
    if (page === null) throw unknown('turn')
    return page
  })

  answer(app, 'GET /api/sessions/:session/agents', async ({ params }) => {
    const file = await sessions.find(params.session)
    // Looks what sub-agents there are now; to list them needs nothing of the session itself.
    await useShown(context, await subject(file), () => {})
    const agents: AgentNode[] = []
    for (const agent of sessions.agentsOf(file).list()) {
      if (agents.length >= MOST_AGENTS) break
      agents.push(agent)
      await nextTurn()
    }
    return { agents }
  })

  async function subject(file: CataloguedTranscript): Promise<ReportSubject> {
    return { file, family: await sessions.familyOf(file) }
  }

  async function viewOf(file: CataloguedTranscript, query: ViewQuery): Promise<SessionView> {
    const { before, around, steps, ...variant } = query
    const isTail = before === undefined && around === undefined
    return useShown(context, { ...(await subject(file)), ...variant }, ({ model }) =>
      model.view({
        maxBytes: isTail ? FIRST_PAGE : MOST_PAGE,
        ...(before === undefined ? {} : { before }),
        ...(around === undefined ? {} : { around }),
        ...(steps === undefined ? {} : { steps }),
      }),
    )
  }
}

const MOST_AGENTS = 500
