import type { FileFacts } from '../../reader/file-facts.ts'
import { addFacts } from '../catalogue/facts.ts'
import type { OpenMessage } from '../catalogue/messages.ts'
import { UNSURE_TRAIL, type Trail } from '../catalogue/turn-trail.ts'
import type { Database, Row, Value } from '../../database.ts'
import type { Delta, ReadPoint } from './delta.ts'
import type { Candidate, KnownFile } from './plan.ts'

/** A row of `file`, as far as reading on needs it. */
export interface FileRow extends KnownFile {
  readonly session: string
  /** How often it was read from its start. */
  readonly readings: number
  readonly point: ReadPoint
  readonly facts: FileFacts
}

export function fileAt(db: Database, path: string): FileRow | undefined {
  const row = db.prepare('SELECT * FROM file WHERE path = ?').get(path)
  if (row === undefined) return undefined
  // The column holds what `putFile` wrote.
  const facts = JSON.parse(String(row['facts'])) as FileFacts
  return {
    ...knownFile(row),
    session: String(row['session']),
    readings: Number(row['readings']),
    point: pointOf(row, facts),
    facts,
  }
}

/** Writes the row of a file that was read up to `delta.to`. Returns what stands there now. */
export function putFile(
  db: Database,
  { candidate, known, delta }: { candidate: Candidate; known: FileRow | undefined; delta: Delta },
): Pick<FileRow, 'id' | 'session' | 'readings'> {
  const before = delta.anew ? undefined : known
  const facts = before === undefined ? delta.facts : addFacts(ended(before.facts), delta.facts)
  const session = candidate.session || facts.firstSessionId
  const readings = (known?.readings ?? 0) + (delta.anew ? 1 : 0)
  const { to, seen } = delta
  const values: Value[] = [
    candidate.root,
    candidate.project,
    session,
    candidate.agent,
    candidate.place,
    seen.inode,
    seen.size,
    seen.mtime,
    readings,
    to.offset,
    to.line,
    to.ends,
    facts.firstTime,
    facts.lastTime,
    JSON.stringify(facts),
    to.open === null ? '' : JSON.stringify(to.open),
    JSON.stringify(to.trail),
    candidate.path,
  ]
  const row = db.prepare(known === undefined ? INSERT : UPDATE).get(...values)
  return { id: Number(row?.['id']), session, readings }
}

/** A file whose bytes are in the archive now, as they were read. */
export function moveToArchive(db: Database, fileId: number): void {
  db.prepare("UPDATE file SET place = 'archive', inode = 0 WHERE id = ?").run(fileId)
}

export function removeFile(db: Database, fileId: number): void {
  db.prepare('DELETE FROM file WHERE id = ?').run(fileId)
}

const COLUMNS =
  'root, project, session, agent, place, inode, size, mtime, readings, offset, line, ends, first_time, last_time, facts, open, trail'

const INSERT = `
  INSERT INTO file (${COLUMNS}, path) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`

const UPDATE = `
  UPDATE file SET (${COLUMNS}) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE path = ? RETURNING id`

function knownFile(row: Row): KnownFile {
  return {
    id: Number(row['id']),
    path: String(row['path']),
    root: String(row['root']),
    place: row['place'] === 'archive' ? 'archive' : 'disk',
    inode: Number(row['inode']),
    size: Number(row['size']),
    mtime: Number(row['mtime']),
  }
}

function pointOf(row: Row, { diagnostics }: FileFacts): ReadPoint {
  return {
    offset: Number(row['offset']),
    line: Number(row['line']),
    ends: bytesOf(row['ends']),
    // The columns hold what `putFile` wrote.
    open: row['open'] === '' ? null : (JSON.parse(String(row['open'])) as OpenMessage),
    trail: row['trail'] === '' ? UNSURE_TRAIL : (JSON.parse(String(row['trail'])) as Trail),
    crlfSeen: 'crlf' in diagnostics,
    unended: UNENDED in diagnostics,
  }
}

function bytesOf(value: Value | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(0)
}

/** Only the last line can lack its newline, so whoever reads on found it. */
function ended(facts: FileFacts): FileFacts {
  if (!(UNENDED in facts.diagnostics)) return facts
  const { [UNENDED]: _, ...diagnostics } = facts.diagnostics
  return { ...facts, diagnostics }
}

const UNENDED = 'missing-newline'
