import { isoTime } from '../iso-time.ts'
import type { ToldAgent, ToldSession } from '../session/told-session.ts'
import type { Detail, TurnRange, WholeSession } from '../session/whole-session.ts'
import type { BranchReport } from './branch-report.ts'
import { branchReports } from './branch-report.ts'
import type { AgentTold, TurnReport } from './turn-report.ts'
import { turnReport } from './turn-report.ts'

/** What is said of a session before its turns. */
export interface SessionAbout {
  readonly file: string
  /** Its title, else its first prompt; empty where it has neither. */
  readonly title: string
  readonly bytes: number
  readonly entries: number
  readonly turnCount: number
  readonly firstTime: string | null
  readonly lastTime: string | null
  /** In the order of their numbers, from 1. */
  readonly branches: readonly BranchReport[]
}

/** What `skein show --json` and `skein export json` print; docs/cli-json.md describes it, so a change here is a change there. */
export interface SessionReport extends SessionAbout {
  /** Sub-agents whose call is not in the transcript. */
  readonly unattachedAgents: readonly AgentTold[]
  /** Each is worked out when it is reached, so that a session of any size can be written. */
  readonly turns: Iterable<TurnReport>
}

export interface ReportOptions {
  /** Only these turns; all unless said. */
  readonly range?: TurnRange
  /** With every step of the turns. */
  readonly steps?: Exclude<Detail, 'brief'>
  /** A row that must be among the steps. */
  readonly at?: number
}

export function sessionAbout(
  session: WholeSession,
  about: Pick<SessionAbout, 'file' | 'title' | 'bytes'>,
): SessionAbout {
  const { columns } = session.opened.transcript.scan
  let [first, last] = [Infinity, -Infinity]
  for (let row = 0; row < columns.count; row++) {
    if (columns.time[row] < first) first = columns.time[row]
    if (columns.time[row] > last) last = columns.time[row]
  }
  return {
    file: about.file,
    title: about.title,
    bytes: about.bytes,
    entries: columns.count,
    turnCount: session.turnCount,
    firstTime: isoTime(first),
    lastTime: isoTime(last),
    branches: branchReports(session),
  }
}

export function sessionReport(told: ToldSession, about: SessionAbout, options: ReportOptions): SessionReport {
  return {
    ...about,
    unattachedAgents: told.unattached.map((agent) => agentTold(agent, options)),
    turns: turnReports(told, options),
  }
}

function* turnReports(told: ToldSession, options: ReportOptions): Generator<TurnReport> {
  const { session, agentOf } = told
  for (const turn of session.turns(options)) {
    const agents = turn.calls.flatMap((id) => {
      const agent = agentOf(id)
      return agent === null ? [] : [agentTold(agent, options)]
    })
    yield turnReport(session, turn, { agents, steps: options.steps })
  }
}

function agentTold({ figures, told }: ToldAgent, { steps }: ReportOptions): AgentTold {
  return told === null ? figures : { ...figures, turns: turnReports(told, { steps }) }
}
