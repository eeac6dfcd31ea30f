import { Draft } from '../draft/draft.ts'
import type { EditSession } from '../source/edit-session.ts'

/** The whole session again: every row, every branch, every sidecar, under new ids. */
export function cloneSession(session: EditSession): Draft {
  return new Draft(session, 'clone')
}
