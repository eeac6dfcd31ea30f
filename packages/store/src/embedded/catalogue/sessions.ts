import { normalisePath } from '@skein/view'
import type { Database, Row, Value } from '../../database.ts'
import type { FileFacts } from '../../reader/file-facts.ts'
import type {
  Page,
  SessionFilter,
  SessionMark,
  SessionName,
  SessionPage,
  Unseen,
} from '../../reader/session-filter.ts'
import { relationsOf } from './relations.ts'
import type { Session } from '../../reader/session.ts'
import { hasMessages, sessionUsage } from './session-usage.ts'
import { sidecarTitle, titleOf } from './title.ts'

/**
 * Sessions, last active first.
 *
 * Contract: costs what is returned. Rows are filtered while they are read and reading stops at the
 * limit; usage and relations are asked for the sessions that are returned only.
 */
export function listSessions(db: Database, filter: SessionFilter = {}, page: Page = {}): SessionPage {
  const { limit = Infinity, after } = page
  return db.read(() => {
    const found: ListedFile[] = []
    for (const listed of fittingFiles(db, filter, after)) {
      found.push(listed)
      if (found.length > limit) break
    }
    const listed = found.slice(0, limit)
    const last = found.length > listed.length ? listed.at(-1) : undefined
    return {
      sessions: listed.map((one) => completed(db, one)),
      next: last === undefined ? null : { lastTime: last.mark, session: last.id, path: last.path },
    }
  })
}

/** Sessions share what filters ask for, so that most of them are counted where they lie: what they have is looked at once. */
export function countSessions(db: Database, filter: SessionFilter = {}): number {
  let count = 0
  if (filter.unseen !== undefined) {
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

function* fittingFiles(db: Database, filter: SessionFilter, after?: SessionMark): Generator<ListedFile> {
  const { where, values } = conditionsFor(filter, after)
  const seenUntil = seenTimes(filter.unseen)
  const rows = db
    .prepare(`${COLUMNS} WHERE ${where} ORDER BY last_time DESC, session, path`)
    .iterate(...values)
  for (const row of rows) {
    const listed = listedFile(row)
    if (fits(listed, filter) && listed.lastTime > seenUntil(listed)) yield listed
  }
}

function seenTimes(unseen: Unseen | undefined): (session: SessionName) => number {
  if (unseen === undefined) return () => Number.NEGATIVE_INFINITY
  const nameOf = ({ root, project, id }: SessionName): string => JSON.stringify([root, project, id])
  const marks = new Map(unseen.marks.map((mark) => [nameOf(mark), mark.time]))
  return (session) => Math.max(unseen.since, marks.get(nameOf(session)) ?? unseen.since)
}

interface ListedFile extends Omit<Session, 'agents' | 'usage' | 'countedElsewhere' | 'relations'> {
  readonly fileId: number
  /** What the list is ordered by. */
  readonly mark: number | null
}

function conditionsFor(
  filter: SessionFilter,
  after?: SessionMark,
): { readonly where: string; readonly values: Value[] } {
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
  if (filter.unseen !== undefined) {
    conditions.push('COALESCE(last_time, mtime) > ?')
    values.push(filter.unseen.since)
  }
  if (after !== undefined) {
    const { lastTime, session, path } = after
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
