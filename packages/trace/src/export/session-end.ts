import { agentMeta } from '@skein/store'
import type { KnownOrigins } from '../ledger/known-origins.ts'
import type { TargetLedger } from '../ledger/target-ledger.ts'
import type { Bookmark } from '../ledger/transcript-marks.ts'
import {
  isUnchanged,
  traceOptions,
  type PreparedTurn,
  type PrepareSettings,
  type SessionTask,
} from '../prepare/prepared-turn.ts'
import { SessionPreparation, type SessionSight } from '../prepare/session-preparation.ts'
import { standsAlone } from '../spans/stands-alone.ts'
import { traceTurns } from '../spans/trace-turns.ts'
import type { TracedTurn } from '../spans/turn.ts'
import { openTracedSession } from './open-traced-session.ts'
import type { SessionFiles } from './session-files.ts'

export interface EndParts {
  readonly origins: KnownOrigins
  readonly ledger: TargetLedger
  readonly settings: PrepareSettings
}

/** What came of the end of a session. */
export interface SessionEnd {
  readonly turns: readonly PreparedTurn[]
  readonly sight: SessionSight
  readonly bytes: number
}

/**
 * A session that has grown, read from its last turn on: with every Stop that is what is new, and one turn more.
 *
 * Contract: null where what was read may have to do with what was not, as a row that hangs on an old turn, a sub-agent of
 * one that went on, a prompt or a message that was seen before. Then the whole session is read. What is given is what a look at
 * the whole session gives of these turns.
 */
export function sessionEnd(task: SessionTask, parts: EndParts): SessionEnd | null {
  const { files, options, known } = task
  const mark = known.get(files.main.path)
  const bookmark = mark?.bookmark ?? null
  if (mark === undefined || bookmark === null) return null
  if (options.again === true || options.since !== undefined) return null
  if (mark.open.some((traceId) => traceId !== bookmark.traceId)) return null
  const agents = agentsOfEnd(task, bookmark)
  if (agents === null) return null
  const size = agents.reduce((sum, { stamp }) => sum + stamp.size, files.main.stamp.size - bookmark.start)
  if (size > MOST_BYTES) return null
  const opened = openTracedSession({ ...files, agents }, { from: bookmark })
  if (!standsAlone(opened.main.transcript)) return null
  const traced = [...traceTurns(opened, traceOptions(task, parts.settings, parts.origins.of(opened.id)))]
  if (traced.at(0)?.traceId !== bookmark.traceId || !haveCalls(traced, agents, task)) return null
  // Branches are counted over the whole session.
  if (traced.some(({ place }) => place?.branch !== null)) return null
  if (traced.some(({ traceId }) => traceId !== bookmark.traceId && parts.ledger.knows(traceId))) return null
  const preparation = new SessionPreparation({ task, settings: parts.settings, opened })
  const turns = [...preparation.turns(traced)]
  if (turns.some((turn) => repeats(turn, parts.ledger))) return null
  return { turns, sight: preparation.sight, bytes: opened.bytes }
}

/** It is held in memory until it is sure that it is what it seems. */
const MOST_BYTES = 16 * 1024 * 1024

type AgentFiles = SessionFiles['agents']

/** Sub-agents that may belong to the last turn or to a later one; null where one of an earlier turn went on. */
function agentsOfEnd({ files, known }: SessionTask, { traceId }: Bookmark): AgentFiles | null {
  const found: AgentFiles[number][] = []
  const names = new Set<string>()
  for (const agent of files.agents) {
    // Those that damage gave one name are told apart over the whole session.
    if (names.has(agent.agentId)) return null
    names.add(agent.agentId)
    const turn = known.get(agent.path)?.turn ?? ''
    const isEarlier = turn !== '' && turn !== traceId
    if (isEarlier && !isUnchanged(agent, known)) return null
    // Without a side file that names its call, all calls of the session are candidates.
    if (turn === '' && typeof agentMeta(agent.file)?.toolUseId !== 'string') return null
    if (!isEarlier) found.push(agent)
  }
  return found
}

/** Whether the calls of all sub-agents stand in what was read, but for those that are known to belong there without. */
function haveCalls(turns: readonly TracedTurn[], agents: AgentFiles, { known }: SessionTask): boolean {
  const placed = turns.flatMap((turn) => turn.agents)
  const called = new Set(placed.flatMap(({ agentId, toolUseId }) => (toolUseId === null ? [] : [agentId])))
  return agents.every(({ agentId, path }) => called.has(agentId) || (known.get(path)?.turn ?? '') !== '')
}

/** Whether something in a turn was said in another one before. */
function repeats(turn: PreparedTurn, ledger: TargetLedger): boolean {
  if (turn.kind !== 'spans') return false
  return turn.spans.some(({ message, spanId }) => message !== null && ledger.isCopy(message, spanId))
}
