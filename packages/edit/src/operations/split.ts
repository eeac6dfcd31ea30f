import { lineTo, turnAt, turnCount } from '@skein/transcript'
import type { Draft } from '../draft/draft.ts'
import { EditError } from '../errors.ts'
import type { EditSession } from '../source/edit-session.ts'
import { draftTo, leaveOutAgents } from './fork.ts'

/** Two sessions: what was said before a turn of the live path, and what was said from it on. Turns count from 1. */
export function splitSession(session: EditSession, turn: number): readonly [before: Draft, after: Draft] {
  const { transcript } = session.main
  const count = turnCount(transcript)
  if (count < 2)
    throw new EditError('nothing-to-do', 'the session has one turn only', {
      remedy: 'there is nothing to split',
    })
  if (!Number.isInteger(turn) || turn < 2 || turn > count)
    throw new EditError('option', `there is nothing on both sides of turn ${turn}`, {
      remedy: `name a turn from 2 to ${count}`,
    })
  const { from } = turnAt(transcript, turn - 1)
  const before = draftTo(session, transcript.path.at(from - 1), 'split')
  const after = draftTo(session, transcript.path.tip, 'split')
  const gone = new Set(lineTo(transcript, transcript.path.at(from - 1)))
  for (const row of gone) after.main.drop(row)
  for (const row of sideRowsOf(session, gone)) after.main.drop(row)
  leaveOutAgents(after, new Set(lineTo(transcript, transcript.path.tip).filter((row) => !gone.has(row))))
  return [before, after]
}

/** Backups of files for prompts that stand in the other half. */
function sideRowsOf({ main }: EditSession, gone: ReadonlySet<number>): number[] {
  const { scan, graph, rowCount } = main.transcript
  const rows: number[] = []
  for (let row = 0; row < rowCount; row++) {
    const target = graph.isNode(row) ? -1 : graph.rowOf(scan.columns.target[row])
    if (target >= 0 && gone.has(target)) rows.push(row)
  }
  return rows
}
