import { normalisePath } from '@skein/view'
import type { Database, Row, Value } from '../db/database.ts'
import type { FileFacts } from './facts.ts'
import { relationsOf } from './relations.ts'
import type { Session } from './session.ts'
import { sessionUsage } from './session-usage.ts'
import { sidecarTitle, titleOf } from './title.ts'

export interface SessionFilter {
  /** Only these session ids. */
  readonly ids?: readonly string[]
  /** Part of the project's path, in any case. */
  readonly project?: string
  readonly model?: string
  readonly branch?: string
  readonly pullRequest?: number
  /** Part of the title, the slug name or the first prompt, in any case. */
  readonly title?: string
  readonly place?: 'disk' | 'archive'
  /** ms; last active at or after, before. */
  readonly since?: number
  readonly until?: number
  /** Only those of one project, by its folder. */
  readonly in?: { readonly root: string; readonly project: string }
  readonly tag?: string
  /** What else a session must fit, asked once everything before it holds. */
  readonly such?: (session: SessionName & { readonly lastTime: number }) => boolean
  /** Those behind this one, in the order of the list. */
  readonly after?: SessionMark
  readonly limit?: number
}

export type SessionName = Pick<Session, 'id' | 'root' | 'project'>

/** A place in the list: of the session that stood there, whether it still does or not. Plain data. */
export interface SessionMark {
  /** ms; null where no row has a time. */
  readonly lastTime: number | null
  readonly session: string
  readonly path: string
}

export interface SessionPage {
  readonly sessions: readonly Session[]
  /** The `after` of the following page; null at the end. */
  readonly next: SessionMark | null
  /** Sessions that fit, on all pages. */
  readonly total: number
}

/**
 * Sessions, last active first.
 *
 * Contract: costs what is returned. Rows are filtered while they are read and reading stops at the
 * limit; usage and relations are asked for the sessions that are returned only.
 */
export function listSessions(db: Database, filter: SessionFilter = {}): Session[] {
  return db.read(() => {
    const limit = filter.limit ?? Infinity
    const found: ListedFile[] = []
    for (const listed of fittingFiles(db, filter)) {
      if (found.length >= limit) break
      found.push(listed)
    }
    return found.map((listed) => completed(db, listed))
  })
}

/** One page of the list, and how long all of it is. Counting what a filter admits costs a look at all of it. */
export function pageSessions(db: Database, filter: SessionFilter & { readonly limit: number }): SessionPage {
  return db.read(() => {
    const found: ListedFile[] = []
    for (const listed of fittingFiles(db, filter)) {
      found.push(listed)
      if (found.length > filter.limit) break
    }
    const page = found.slice(0, filter.limit)
    const last = found.length > page.length ? page.at(-1) : undefined
    return {
      sessions: page.map((listed) => completed(db, listed)),
      next: last === undefined ? null : { lastTime: last.mark, session: last.id, path: last.path },
      total: countOf(db, { ...filter, after: undefined }),
    }
  })
}

function countOf(db: Database, filter: SessionFilter): number {
  const { ids: _ids, in: _in, place: _place, since: _since, until: _until, limit: _limit, ...others } = filter
  if (Object.values(others).every((value) => value === undefined)) {
    const { where, values } = conditionsFor(filter)
    return Number(db.prepare(`SELECT count(*) AS n FROM file WHERE ${where}`).get(...values)?.['n'])
  }
  let count = 0
  for (const _file of fittingFiles(db, filter)) count++
  return count
}

function* fittingFiles(db: Database, filter: SessionFilter): Generator<ListedFile> {
  for (const row of rowsFor(db, filter)) {
    const listed = listedFile(db, row)
    if (fits(listed, filter)) yield listed
  }
}

interface ListedFile extends Omit<Session, 'agents' | 'usage' | 'relations'> {
  readonly fileId: number
  /** What the list is ordered by. */
  readonly mark: number | null
}

function rowsFor(db: Database, filter: SessionFilter): Iterable<Row> {
  const { where, values } = conditionsFor(filter)
  return db.prepare(`${COLUMNS} WHERE ${where} ORDER BY last_time DESC, session, path`).iterate(...values)
}

function conditionsFor(filter: SessionFilter): { readonly where: string; readonly values: Value[] } {
  const conditions = ['agent IS NULL']
  const values: Value[] = []
  if (filter.ids !== undefined) {
    conditions.push('session IN (SELECT value FROM json_each(?))')
    values.push(JSON.stringify(filter.ids))
  }
  if (filter.place !== undefined) {
    conditions.push('place = ?')
    values.push(filter.place)
  }
  if (filter.since !== undefined) {
    conditions.push('COALESCE(last_time, mtime) >= ?')
    values.push(filter.since)
  }
  if (filter.until !== undefined) {
    conditions.push('COALESCE(last_time, mtime) < ?')
    values.push(filter.until)
  }
  if (filter.in !== undefined) {
    conditions.push('root = ? AND project = ?')
    values.push(filter.in.root, filter.in.project)
  }
  if (filter.after !== undefined) {
    const { lastTime, session, path } = filter.after
    // No time comes last.
    conditions.push(
      lastTime === null
        ? '(last_time IS NULL AND (session, path) > (?, ?))'
        : '(last_time < ? OR last_time IS NULL OR (last_time = ? AND (session, path) > (?, ?)))',
    )
    values.push(...(lastTime === null ? [] : [lastTime, lastTime]), session, path)
  }
  return { where: conditions.join(' AND '), values }
}

const COLUMNS =
  'SELECT id, path, root, project, session, place, size, mtime, first_time, last_time, facts FROM file'

function listedFile(db: Database, row: Row): ListedFile {
  // Written by this program under this version of the schema.
  const facts = JSON.parse(String(row['facts'])) as FileFacts
  const mtime = Number(row['mtime'])
  return {
    fileId: Number(row['id']),
    mark: row['last_time'] === null ? null : Number(row['last_time']),
    id: String(row['session']),
    path: String(row['path']),
    root: String(row['root']),
    project: String(row['project']),
    cwd: facts.firstCwd,
    title: titleOf(facts, summaryFor(db, Number(row['id']))),
    place: row['place'] === 'archive' ? 'archive' : 'disk',
    size: Number(row['size']),
    firstTime: Number(row['first_time'] ?? mtime),
    lastTime: Number(row['last_time'] ?? mtime),
    facts,
  }
}

function summaryFor(db: Database, fileId: number): string {
  const row = db
    .prepare('SELECT text FROM summary WHERE target = ? ORDER BY file DESC, offset DESC LIMIT 1')
    .get(fileId)
  return String(row?.['text'] ?? '')
}

function fits(file: ListedFile, filter: SessionFilter): boolean {
  const { facts } = file
  if (filter.project !== undefined && !isIn(file.cwd || file.project, filter.project)) return false
  if (filter.model !== undefined && !facts.models.some((model) => includes(model, filter.model ?? '')))
    return false
  if (filter.branch !== undefined && !facts.branches.some((branch) => includes(branch, filter.branch ?? '')))
    return false
  if (
    filter.pullRequest !== undefined &&
    !facts.pullRequests.some(({ number }) => number === filter.pullRequest)
  )
    return false
  if (filter.tag !== undefined && !facts.tags.includes(filter.tag)) return false
  if (filter.such !== undefined && !filter.such(file)) return false
  if (filter.title === undefined) return true
  return [file.title.text, facts.slug, facts.firstPrompt].some((text) => includes(text, filter.title ?? ''))
}

/** Windows and WSL spell one folder in several ways. */
function isIn(folder: string, part: string): boolean {
  return includes(folder, part) || includes(normalisePath(folder), normalisePath(part))
}

function includes(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

function completed(db: Database, { fileId, mark: _mark, ...listed }: ListedFile): Session {
  const { id: session, project, root, facts } = listed
  const agents = db
    .prepare('SELECT id FROM file WHERE session = ? AND project = ? AND root = ? AND agent IS NOT NULL')
    .all(session, project, root)
    .map((row) => Number(row['id']))
  return {
    ...listed,
    title: sidecarTitle(listed.path) ?? listed.title,
    agents: agents.length,
    usage: sessionUsage(db, fileId, agents),
    relations: relationsOf(db, { session, project, root, facts, firstTime: facts.firstTime }),
  }
}
