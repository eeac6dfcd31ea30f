import { resumeView, type Readable } from '@skein/transcript'
import { diagnose, leftOut, WORDS } from '@skein/view'
import type { Api } from '../api/api.ts'
import type { OpenSession } from '../sessions/open-session.ts'
import { readable, useShown } from '../sessions/shown-session.ts'
import { shownFiles } from './changed-files.ts'
import { compareLines } from './compare-lines.ts'
import { agentFilesOf, joined } from './joined-agents.ts'
import type { ReportDesk, ReportSubject } from './report-desk.ts'
import { leftOutPage } from './left-out-page.ts'
import { resumePage } from './resume-page.ts'
import { sessionContext } from './session-context.ts'
import { sessionTree } from './session-tree.ts'
import { traceView } from './trace-view.ts'

/** What is known of a session only after a look at all of it. */
export type ReportName = 'resume' | 'left-out' | 'tree' | 'files' | 'context' | 'trace' | 'doctor' | 'compare'

type RouteOf<Name extends ReportName> = Api[`GET /api/sessions/:session/${Name}`]

/** What a report is asked with; who it is about is said apart. */
export type ReportQuery<Name extends ReportName> =
  RouteOf<Name> extends { readonly query: infer Query } ? Omit<Query, 'agent'> : Record<string, never>

/** Which report is wanted. */
export type ReportWanted = {
  [Name in ReportName]: { readonly report: Name; readonly query: ReportQuery<Name> }
}[ReportName]

/** A request for a report. Plain data, for another thread. */
export type ReportRequest = ReportSubject & ReportWanted & { readonly now: number }

type Report = RouteOf<ReportName>['response']

/** Makes a report. It may take as long as the session is large. */
export async function makeReport(desk: ReportDesk, request: ReportRequest): Promise<Report> {
  const { home, sessions, prices } = desk
  const { file, family } = request
  const use = (work: (main: Readable) => Report | Promise<Report>): Promise<Report> =>
    sessions.use(file, (session) => work(plainly(session)))
  switch (request.report) {
    case 'resume':
      return use((main) => resumePage(main, { ...request.query, reveal: request.query.reveal === true }))
    case 'left-out':
      return use((main) => leftOutPage(main, request.query))
    case 'tree':
      return useShown(desk, { file, family }, (session) => {
        const agents = sessions.agentsOf(file)
        return {
          branches: session.model.view({ maxBytes: 1 }).head.branches,
          ...sessionTree({ main: readable(session), agentOf: (id) => agents.head(id) }),
        }
      })
    case 'files':
      return use(async (main) => shownFiles(main, joined(main, await agentFilesOf(home, family.agents))))
    case 'context':
      return use((main) => sessionContext(main, { ...request.query, now: request.now }))
    case 'trace':
      return use(async (main) => {
        const agents = await agentFilesOf(home, family.agents)
        return traceView({ session: file.session, main, agents, prices, ...request.query })
      })
    case 'doctor':
      return use(doctorView)
    case 'compare':
      return compareLines(desk, { file, family }, request.query)
  }
}

function doctorView({ transcript, source }: Readable): RouteOf<'doctor'>['response'] {
  const view = resumeView(transcript, source, {})
  return {
    findings: diagnose(transcript, source).findings.map(({ kind, count }) => ({
      kind,
      count,
      text: WORDS[kind].long,
    })),
    wouldLose: view.kind === 'conversation' ? leftOut(transcript, view) : [],
  }
}

/** A transcript with its bytes as they stand: what is made of them is masked before it is answered. */
function plainly({ model, source }: OpenSession): Readable {
  return { transcript: model.transcript, source }
}
