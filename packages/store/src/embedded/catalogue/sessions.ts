import { normalisePath } from '@skein/view'
import type { Database, Row, Value } from '../../database.ts'
import type { FileFacts } from './facts.ts'
import { relationsOf } from './relations.ts'
import type { Session } from './session.ts'
import { hasMessages, sessionUsage } from './session-usage.ts'
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

/** Sessions share what filters ask for, so that most of them are counted where they lie: what they have is looked at once. */
function countOf(db: Database, filter: SessionFilter): number {
  let count = 0
  if (filter.such !== undefined) {
    for (const _file of fittingFiles(db, filter)) count++
    return count
  }
  const { where, values } = conditionsFor(filter)
  const parts = partsFor(filter)
  if (parts === null)
    return Number(db.prepare(`SELECT count(*) AS n FROM file WHERE ${where}`).get(...values)?.['n'])
  const rows = db
    .prepare(`SELECT ${parts} AS parts, count(*) AS n FROM file WHERE ${where} GROUP BY parts`)
    .iterate(...values)
  for (const row of rows) if (fits(fittingOf(String(row['parts'])), filter)) count += Number(row['n'])
  return count
}

/** Of a session, what a filter looks at. */
interface Fitting {
  readonly cwd: string
  readonly project: string
  readonly title: { readonly text: string }
  readonly facts: Pick<
    FileFacts,
    'models' | 'branches' | 'pullRequests' | 'tags' | 'slug' | 'customTitle' | 'aiTitle' | 'firstPrompt'
  >
}

/** As JSON, what a filter needs to know; null where the columns alone say what fits. */
function partsFor({ project, model, branch, pullRequest, title, tag }: SessionFilter): string | null {
  const facts = [
    ...(project === undefined ? [] : ['firstCwd']),
    ...(model === undefined ? [] : ['models']),
    ...(branch === undefined ? [] : ['branches']),
    ...(pullRequest === undefined ? [] : ['pullRequests']),
    ...(tag === undefined ? [] : ['tags']),
    ...(title === undefined ? [] : ['slug', 'customTitle', 'aiTitle', 'firstPrompt']),
  ]
  const parts = facts.map((name) => `'${name}', json_extract(facts, '$.${name}')`)
  if (project !== undefined) parts.push("'project', project")
  if (title !== undefined) parts.push(`'summary', ${SUMMARY}`)
  return parts.length === 0 ? null : `json_object(${parts.join(', ')})`
}

function fittingOf(parts: string): Fitting {
  // As `partsFor` made it of facts that this program wrote.
  const read = JSON.parse(parts) as Partial<FileFacts> & { project?: string; summary?: string | null }
  const facts = { ...NO_PARTS, ...read }
  return {
    cwd: facts.firstCwd,
    project: facts.project,
    title: titleOf(facts, facts.summary ?? ''),
    facts,
  }
}

const NO_PARTS = {
  firstCwd: '',
  project: '',
  summary: null,
  models: [],
  branches: [],
  pullRequests: [],
  tags: [],
  slug: '',
  customTitle: '',
  aiTitle: '',
  firstPrompt: '',
}

function* fittingFiles(db: Database, filter: SessionFilter): Generator<ListedFile> {
  for (const row of rowsFor(db, filter)) {
    const listed = listedFile(row)
    if (fits(listed, filter) && (filter.such?.(listed) ?? true)) yield listed
  }
}

interface ListedFile extends Omit<Session, 'agents' | 'usage' | 'countedElsewhere' | 'relations'> {
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
  for (const { text, isSummary, anyCase } of namedIn(filter)) {
    conditions.push(`(instr(${anyCase ? 'lower(facts)' : 'facts'}, ?)
      ${anyCase ? 'OR length(facts) <> length(CAST(facts AS BLOB))' : ''}
      ${isSummary ? 'OR EXISTS (SELECT 1 FROM summary WHERE target = file.id)' : ''})`)
    values.push(text)
  }
  return { where: conditions.join(' AND '), values }
}

/**
 * Texts that must stand in the facts as they are written, so that most of the others need not be read. SQLite knows the cases
 * of ASCII only: whatever has other letters is read.
 */
function* namedIn({ model, branch, title, tag }: SessionFilter): Generator<{
  readonly text: string
  readonly isSummary: boolean
  readonly anyCase: boolean
}> {
  for (const text of [model, branch, title])
    if (text !== undefined && /^[\x20-\x7e]*$/.test(text))
      yield { text: written(text.toLowerCase()), isSummary: text === title, anyCase: true }
  if (tag !== undefined) yield { text: JSON.stringify(tag), isSummary: false, anyCase: false }
}

function written(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

const SUMMARY = '(SELECT text FROM summary WHERE target = file.id ORDER BY file DESC, offset DESC LIMIT 1)'

const COLUMNS = `SELECT id, path, root, project, session, place, size, mtime, first_time, last_time, facts,
  ${SUMMARY} AS summary FROM file`

function listedFile(row: Row): ListedFile {
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
    title: titleOf(facts, String(row['summary'] ?? '')),
    place: row['place'] === 'archive' ? 'archive' : 'disk',
    size: Number(row['size']),
    firstTime: Number(row['first_time'] ?? mtime),
    lastTime: Number(row['last_time'] ?? mtime),
    facts,
  }
}

function fits(file: Fitting, filter: SessionFilter): boolean {
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
  const { id: session, path, project, root, facts } = listed
  const agents = db
    .prepare('SELECT id FROM file WHERE session = ? AND project = ? AND root = ? AND agent IS NOT NULL')
    .all(session, project, root)
    .map((row) => Number(row['id']))
  const usage = sessionUsage(db, fileId, agents)
  return {
    ...listed,
    title: sidecarTitle(path) ?? listed.title,
    agents: agents.length,
    usage,
    countedElsewhere: usage.length === 0 && hasMessages(db, [fileId, ...agents]),
    relations: relationsOf(db, { session, path, project, root, facts, firstTime: facts.firstTime }),
  }
}
