import type { Database } from '../../database.ts'
import type { Project } from '../../reader/project.ts'
import { FIRST_CWD } from '../db/cache-schema.ts'

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
