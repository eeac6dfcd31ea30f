import type { Database } from '../../database.ts'
import { FIRST_CWD } from '../db/cache-schema.ts'

/** One folder of `projects/` of one config root. */
export interface Project {
  readonly root: string
  /** Name of the folder. */
  readonly project: string
  /** Where its last active session was started. */
  readonly cwd: string
  readonly sessions: number
  /** ms; null where no row has a time. */
  readonly lastTime: number | null
}

/** The projects that have a session, last active first. */
export function listProjects(db: Database): Project[] {
  return db
    .prepare(PROJECTS)
    .all()
    .map((row) => ({
      root: String(row['root']),
      project: String(row['project']),
      cwd: String(row['cwd'] ?? ''),
      sessions: Number(row['sessions']),
      lastTime: row['time'] === null ? null : Number(row['time']),
    }))
}

/** SQLite takes columns beside `max` from the row that has it. */
const PROJECTS = `
  SELECT root, project, ${FIRST_CWD} AS cwd, count(*) AS sessions, max(last_time) AS time
  FROM file WHERE agent IS NULL GROUP BY root, project ORDER BY time DESC, project, root`
