import type { LiveSession, Session } from '@skein/store'
import { allTokens, costOfUsage, type PriceTable } from '@skein/view'
import { inertLine } from '../terminal/inert.ts'
import { isoTime } from '../terminal/figures.ts'

/** One session of `skein ls --json`; docs/cli-json.md documents it. Harmless, but with the secrets in it. */
export interface ListedSession {
  readonly id: string
  readonly title: string
  readonly titleFrom: string
  readonly name: string
  readonly project: string
  readonly path: string
  readonly state: 'live' | 'archived' | 'kept'
  readonly turns: number
  readonly tokens: number
  readonly outputTokens: number
  /** Dollars; null where none of its models has a price. */
  readonly cost: number | null
  /** Tokens that no price is known for, so the cost lacks them. */
  readonly unpricedTokens: number
  readonly models: readonly string[]
  readonly branch: string
  readonly agents: number
  readonly bytes: number
  readonly firstTime: string | null
  readonly lastTime: string | null
  readonly pullRequests: Session['facts']['pullRequests']
  /** It used nothing by itself: its messages count in sessions that it was forked or copied from. */
  readonly countedElsewhere: boolean
  readonly relations: Session['relations']
}

export interface ListContext {
  readonly live: ReadonlyMap<string, LiveSession>
  readonly prices: PriceTable
}

export function listedSession(session: Session, { live, prices }: ListContext): ListedSession {
  const { facts } = session
  const money = costOfUsage(session.usage, session.lastTime, prices)
  return {
    id: session.id,
    title: inertLine(session.title.text),
    titleFrom: session.title.from,
    name: inertLine(facts.slug),
    project: inertLine(session.cwd || session.project),
    path: session.path,
    state: live.has(session.id) ? 'live' : session.place === 'archive' ? 'archived' : 'kept',
    turns: facts.turns,
    tokens: session.usage.reduce((sum, { tokens }) => sum + allTokens(tokens), 0),
    outputTokens: session.usage.reduce((sum, { tokens }) => sum + tokens.output, 0),
    cost: money.nanoDollars === null ? null : money.nanoDollars / 1e9,
    unpricedTokens: money.unpricedTokens,
    models: facts.models.map(inertLine),
    branch: inertLine(facts.lastBranch),
    agents: session.agents,
    bytes: session.size,
    firstTime: isoTime(session.firstTime),
    lastTime: isoTime(session.lastTime),
    pullRequests: facts.pullRequests.map(({ number, url, repository }) => ({
      number,
      url: inertLine(url),
      repository: inertLine(repository),
    })),
    countedElsewhere: session.countedElsewhere,
    relations: session.relations.map((relation) => ({ ...relation, session: inertLine(relation.session) })),
  }
}
