import type { Database } from '../../database.ts'
import type { Finding, FoundSession } from '../../reader/finding.ts'
import type { Session } from '../../reader/session.ts'
import { listSessions } from './sessions.ts'

/**
 * The session that people mean by `name`: `@last`, the path of a catalogued transcript, an id, the
 * beginning of one, a title or a slug name, the beginning of an id that is no uuid, or a part of a title. The first of these readings that
 * fits anything decides.
 */
export function findSession(db: Database, name: string): Finding {
  if (name.trim() === '') return { kind: 'none' }
  if (name === '@last') return findingOf(found(listSessions(db, {}, { limit: 1 }).sessions))
  for (const reading of [byPath, byId, byIdStart, byName, byStartOfOddId, byPartOfTitle]) {
    const sessions = reading(db, name)
    if (sessions.length > 0) return findingOf(sessions)
  }
  return { kind: 'none' }
}

function findingOf(named: FoundSession[]): Finding {
  const sessions = named.filter((session) => !isLeftBehind(session, named))
  const [first, second] = sessions
  if (first === undefined) return { kind: 'none' }
  return second === undefined ? { kind: 'one', session: first } : { kind: 'several', sessions }
}

/** A session that moved to another project is on disk there, while the archive has it from before. */
function isLeftBehind({ id, place }: FoundSession, named: readonly FoundSession[]): boolean {
  return place === 'archive' && named.some((other) => other.id === id && other.place === 'disk')
}

function byPath(db: Database, name: string): FoundSession[] {
  const row = db.prepare('SELECT session FROM file WHERE path = ? AND agent IS NULL').get(name)
  if (row === undefined) return []
  return found(listSessions(db, { ids: [String(row['session'])] }).sessions).filter(
    ({ path }) => path === name,
  )
}

function byId(db: Database, name: string): FoundSession[] {
  return found(listSessions(db, { ids: [name, name.toLowerCase()] }).sessions)
}

function byIdStart(db: Database, name: string): FoundSession[] {
  if (!ID_START.test(name)) return []
  const start = name.toLowerCase()
  const rows = db
    .prepare('SELECT DISTINCT session FROM file WHERE session >= ? AND session < ? AND agent IS NULL')
    .all(start, `${start}g`)
  if (rows.length === 0) return []
  return found(listSessions(db, { ids: rows.map((row) => String(row['session'])) }).sessions)
}

const ID_START = /^[0-9a-f]{4}[0-9a-f-]*$/i

/** Files that people named themselves; lists print the first eight signs of any id. */
function byStartOfOddId(db: Database, name: string): FoundSession[] {
  if (name.length < LEAST_START) return []
  const rows = db
    .prepare('SELECT DISTINCT session FROM file WHERE substr(session, 1, ?) = ? AND agent IS NULL')
    .all(name.length, name)
  if (rows.length === 0) return []
  return found(listSessions(db, { ids: rows.map((row) => String(row['session'])) }).sessions)
}

/** Shorter beginnings are words more often than ids. */
const LEAST_START = 4

function byName(db: Database, name: string): FoundSession[] {
  const same = (text: string): boolean => text.trim().toLowerCase() === name.trim().toLowerCase()
  const { sessions } = listSessions(db, { title: name.trim() })
  return found(sessions.filter(({ title, facts }) => same(title.text) || same(facts.slug)))
}

function byPartOfTitle(db: Database, name: string): FoundSession[] {
  const part = name.trim().toLowerCase()
  const { sessions } = listSessions(db, { title: part })
  return found(
    sessions.filter(({ title, facts }) =>
      [title.text, facts.slug].some((text) => text.toLowerCase().includes(part)),
    ),
  )
}

function found(sessions: readonly Session[]): FoundSession[] {
  return sessions.map(({ id, path, root, project, place, title, cwd, lastTime }) => ({
    id,
    path,
    root,
    project,
    place,
    title: title.text,
    cwd,
    lastTime,
  }))
}
