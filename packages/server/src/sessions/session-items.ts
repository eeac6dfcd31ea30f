import { shownValue } from '@skein/redact'
import type { LiveSession, Session } from '@skein/store'
import { addUsage, NO_USAGE } from '@skein/transcript'
import { costOfUsage, inertLine, type RunningState, type SessionItem } from '@skein/view'
import type { ServerContext } from '../context.ts'
import { projectId, sessionKeys } from './session-keys.ts'

/** Sessions as lists show them: lines that are bounded and inert, with their secrets masked. */
export async function sessionItems(
  context: ServerContext,
  sessions: readonly Session[],
): Promise<SessionItem[]> {
  const { store, running, prices, seen, demo } = context
  const keyOf = await sessionKeys(
    store,
    sessions.map(({ id }) => id),
  )
  const live = new Map((await running.list()).map((one) => [one.session, one]))
  return sessions.map((session) => {
    const { facts } = session
    const now = live.get(session.id)
    const names = { key: keyOf(session), id: session.id, projectId: projectId(session) }
    const texts = shownValue({
      cwd: cut(session.cwd || session.project),
      title: cut(session.title.text),
      name: cut(facts.slug),
      gitBranch: cut(facts.lastBranch),
      models: facts.models.slice(0, MOST_NAMED).map(cut),
      tags: facts.tags.slice(0, MOST_NAMED).map(cut),
      pullRequests: facts.pullRequests
        .filter(({ url }) => url.startsWith('https://'))
        .slice(0, MOST_NAMED)
        .map(({ number, repository, url }) => ({ number, repository: cut(repository), url: cut(url) })),
    })
    return {
      ...names,
      ...texts,
      titleFrom: session.title.from,
      place: session.place,
      demo,
      unread: !demo && session.lastTime > seen.until(session),
      turns: facts.turns,
      agents: session.agents,
      bytes: session.size,
      firstTime: session.firstTime,
      lastTime: session.lastTime,
      tokens: session.usage.reduce((sum, { tokens }) => addUsage(sum, tokens), NO_USAGE),
      cost: costOfUsage(session.usage, session.lastTime, prices),
      relations: session.relations
        .slice(0, MOST_NAMED)
        .map(({ kind, session: other }) => ({ kind, session: other })),
      running: now === undefined ? null : runningState(now),
    }
  })
}

const MOST_NAMED = 20
/** Signs of a text in a list. */
const MOST_SIGNS = 500

function cut(text: string): string {
  const line = inertLine(text.slice(0, 4 * MOST_SIGNS))
  return line.length <= MOST_SIGNS ? line : `${line.slice(0, MOST_SIGNS - 1)}…`
}

/** What Claude Code says of a session that it has open (2.1.325: `busy`, `shell`, `idle`, `waiting`), in one of three words. */
export function runningState({ status }: Pick<LiveSession, 'status'>): RunningState {
  if (status === 'busy' || status === 'shell') return 'working'
  return status === 'waiting' ? 'needs-you' : 'idle'
}
