import type { Database } from '../db/database.ts'
import type { FileFacts } from './facts.ts'

/**
 * How a session hangs together with another one.
 *
 * `forked-from`: its rows say so. `shares-start`: both begin with the same entry, as
 * `--fork-session` leaves it, and no row says who was first. `continues`: its first row carries the
 * other's session id. `after-clear`: it begins with `/clear`, and the other is the last one of
 * the project before it.
 */
export interface Relation {
  readonly kind: 'forked-from' | 'shares-start' | 'continues' | 'after-clear'
  readonly session: string
}

export interface RelatedFile {
  readonly session: string
  readonly project: string
  readonly root: string
  readonly firstTime: number | null
  readonly facts: FileFacts
}

export function relationsOf(db: Database, file: RelatedFile): Relation[] {
  const { facts, session } = file
  const found: Relation[] = []
  const add = (kind: Relation['kind'], other: string): void => {
    if (other !== '' && other !== session && !found.some((known) => known.session === other))
      found.push({ kind, session: other })
  }
  add('forked-from', facts.forkedFrom)
  add('continues', facts.firstSessionId)
  if (facts.firstUuid !== '')
    // A fork that says so is told on its own side.
    for (const { session: other } of db.prepare(SAME_START).all(facts.firstUuid, session))
      add('shares-start', String(other))
  if (facts.cleared && file.firstTime !== null) {
    const before = db.prepare(LAST_BEFORE).get(file.firstTime, file.project, file.root, session)
    if (before !== undefined) add('after-clear', String(before['session']))
  }
  return found
}

/** Sessions that say they came from this one. */
export function forksOf(db: Database, session: string): string[] {
  return db
    .prepare(FORKS)
    .all(session)
    .map((row) => String(row['session']))
}

const SAME_START =
  'SELECT session FROM file WHERE first_uuid = ? AND forked_from IS NOT ? AND agent IS NULL ORDER BY first_time, session'
const FORKS = 'SELECT session FROM file WHERE forked_from = ? AND agent IS NULL ORDER BY first_time, session'
const LAST_BEFORE = `
  SELECT session FROM file
  WHERE last_time <= ? AND project = ? AND root = ? AND agent IS NULL AND session <> ?
  ORDER BY last_time DESC LIMIT 1`
