import type { Database } from '../../database.ts'
import type { FileFacts } from '../../reader/file-facts.ts'
import type { Relation, SessionRelation } from '../../reader/relation.ts'

export interface RelatedFile {
  readonly path: string
  readonly session: string
  readonly project: string
  readonly root: string
  readonly firstTime: number | null
  readonly facts: FileFacts
}

export function relationsOf(db: Database, file: RelatedFile): Relation[] {
  const { facts, session } = file
  const found: Relation[] = copyRelation(db, file)
  const add = (kind: SessionRelation['kind'], other: string): void => {
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

/** What begins with the same entry under the same id is one session; what only has its id is told apart by its path. */
function copyRelation(db: Database, { session, path, root, facts }: RelatedFile): Relation[] {
  if (facts.firstUuid === '') return []
  const first = db.prepare(FIRST_COPY).get(session, facts.firstUuid, path)
  if (first === undefined) return []
  const other = {
    project: String(first['project']),
    path: String(first['path']),
    root: String(first['root']),
  }
  return [{ kind: 'copy-of', session, ...other, root: other.root === root ? null : other.root }]
}

/** Sessions that say they came from this one. */
export function forksOf(db: Database, session: string): string[] {
  return db
    .prepare(FORKS)
    .all(session)
    .map((row) => String(row['session']))
}

const FIRST_COPY = `
  SELECT project, path, root FROM file
  WHERE session = ? AND first_uuid = ? AND path < ? AND agent IS NULL ORDER BY path LIMIT 1`
const SAME_START =
  'SELECT session FROM file WHERE first_uuid = ? AND forked_from IS NOT ? AND agent IS NULL ORDER BY first_time, session'
const FORKS = 'SELECT session FROM file WHERE forked_from = ? AND agent IS NULL ORDER BY first_time, session'
const LAST_BEFORE = `
  SELECT session FROM file
  WHERE last_time <= ? AND project = ? AND root = ? AND agent IS NULL AND session <> ?
  ORDER BY last_time DESC LIMIT 1`
