import { randomUUID } from 'node:crypto'
import { turns, turnTexts, type Branch, type TurnText } from '@skein/transcript'
import { Draft } from '../draft/draft.ts'
import { EditError } from '../errors.ts'
import { NewIds } from '../render/new-ids.ts'
import { renderInMemory } from '../render/render-in-memory.ts'
import type { EditSession } from '../source/edit-session.ts'
import { forkSession } from './fork.ts'

export interface MergeOptions {
  /** The tip of the branch whose conclusion is brought back. */
  readonly branch: Branch
  /** The most characters of each answer; what is longer is cut in the middle. */
  readonly most?: number
}

/** A clone whose last entry tells, as a prompt, what was asked and concluded on a branch. */
export function mergeBranch(session: EditSession, { branch, most = MOST }: MergeOptions): Draft {
  const { transcript } = session.main
  const told = ownTurns(session, branch)
  const text = summaryOf(told, most)
  if (text === null)
    throw new EditError('nothing-to-do', 'nothing was said on this branch', {
      remedy: '`skein tree` shows all of them',
    })
  const draft = new Draft(session, 'merge')
  const { columns, ids } = transcript.scan
  const tip = transcript.path.tip
  const uuid = randomUUID()
  draft.main.append({
    parentUuid: ids.text(columns.uuid[tip]),
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content: text },
    uuid,
    timestamp: new Date(latestTime(session) + 1).toISOString(),
    userType: 'external',
    cwd: session.cwd,
    sessionId: session.id,
    version: ids.text(columns.version[tip]),
    gitBranch: ids.text(columns.gitBranch[tip]),
  })
  draft.tip = uuid
  draft.step('turns of the branch told in one prompt', told.length)
  return draft
}

/** Older versions go by the newest time, so what is put at the end has to be newer than all before it. */
function latestTime({ main }: EditSession): number {
  const { time, count } = main.transcript.scan.columns
  let latest = -Infinity
  for (let row = 0; row < count; row++) if (time[row] > latest) latest = time[row]
  return Number.isFinite(latest) ? latest : Date.now()
}

/** Long enough for what an answer concludes. */
const MOST = 4000

/** The turns of a branch that the live path has not. */
function ownTurns(session: EditSession, { tip }: Branch): TurnText[] {
  const { transcript } = session.main
  const { ids, columns } = transcript.scan
  const fork = forkSession(session, { at: tip })
  const newIds = new NewIds(fork, BRANCH)
  const shared = new Set([...transcript.path.rows()].map((row) => newIds.of(ids.text(columns.uuid[row]))))
  const { main } = renderInMemory(fork, BRANCH)
  const { scan } = main.transcript
  const own = [...turns(main.transcript)].filter(({ rows }) =>
    rows.some((row) => !shared.has(scan.ids.text(scan.columns.uuid[row]))),
  )
  return turnTexts(main.transcript, main.source, own)
}

/** Names the branch's session while it is read; it is never written. */
const BRANCH = '00000000-0000-4000-8000-000000000000'

function summaryOf(turnsTold: readonly TurnText[], most: number): string | null {
  const parts = turnsTold.flatMap(({ prompt, final }) => [
    ...(prompt === null || prompt.typed === '' ? [] : [`Asked: ${cut(prompt.typed, most)}`]),
    ...(final === null ? [] : [`Answered: ${cut(final, most)}`]),
  ])
  if (parts.length === 0) return null
  return `On another branch of this conversation, the following was asked and concluded:\n\n${parts.join('\n\n')}`
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const half = Math.floor((most - 5) / 2)
  return `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`
}
