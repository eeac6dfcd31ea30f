import type { Database, Row } from '../../database.ts'

/** A transcript of the catalogue: of a session or of one of its sub-agents. */
export interface CataloguedTranscript {
  readonly path: string
  readonly root: string
  readonly project: string
  readonly session: string
  /** Null: the session's own. */
  readonly agent: string | null
  readonly place: 'disk' | 'archive'
  /** Bytes, as last seen. */
  readonly size: number
}

/** The sessions of one id: several where it stands in several projects. */
export function sessionsById(db: Database, id: string): CataloguedTranscript[] {
  return db.prepare(`${COLUMNS} WHERE session = ? AND agent IS NULL ORDER BY path`).all(id).map(transcript)
}

/** The sub-agents of a session that have a file. */
export function agentsOf(
  db: Database,
  { session, root, project }: Pick<CataloguedTranscript, 'session' | 'root' | 'project'>,
): CataloguedTranscript[] {
  return db
    .prepare(`${COLUMNS} WHERE session = ? AND project = ? AND root = ? AND agent IS NOT NULL ORDER BY path`)
    .all(session, project, root)
    .map(transcript)
}

/** The sub-agents of one name in a project: of one session mostly, since names are random. */
export function agentsById(
  db: Database,
  { root, project, agent }: { readonly root: string; readonly project: string; readonly agent: string },
): CataloguedTranscript[] {
  return db
    .prepare(`${COLUMNS} WHERE agent = ? AND project = ? AND root = ? ORDER BY path`)
    .all(agent, project, root)
    .map(transcript)
}

/** What the catalogue knows of transcripts at some paths. */
export function transcriptsAt(db: Database, paths: readonly string[]): CataloguedTranscript[] {
  return db
    .prepare(`${COLUMNS} WHERE path IN (SELECT value FROM json_each(?))`)
    .all(JSON.stringify(paths))
    .map(transcript)
}

/** Those of some session ids that several sessions have. */
export function sharedIds(db: Database, ids: readonly string[]): ReadonlySet<string> {
  const rows = db.prepare(SHARED).all(JSON.stringify(ids))
  return new Set(rows.map((row) => String(row['session'])))
}

const COLUMNS = 'SELECT path, root, project, session, agent, place, size FROM file'
const SHARED = `
  SELECT session FROM file WHERE session IN (SELECT value FROM json_each(?)) AND agent IS NULL
  GROUP BY session HAVING count(*) > 1`

function transcript(row: Row): CataloguedTranscript {
  return {
    path: String(row['path']),
    root: String(row['root']),
    project: String(row['project']),
    session: String(row['session']),
    agent: row['agent'] === null ? null : String(row['agent']),
    place: row['place'] === 'archive' ? 'archive' : 'disk',
    size: Number(row['size']),
  }
}
