import type { Database } from '../database.ts'
import type { StatePart } from '../state-database.ts'
import type { SessionName, Unseen } from '../reader/session-filter.ts'

/** When people last looked at sessions, in `state.db`. */
export class SeenSessions {
  static readonly state: StatePart = {
    name: 'seen',
    // Until when each session was looked at; the row without names is when that began.
    steps: [
      `CREATE TABLE seen (
     root TEXT NOT NULL,
     project TEXT NOT NULL,
     session TEXT NOT NULL,
     time REAL NOT NULL,
     PRIMARY KEY (root, project, session)
   ) STRICT, WITHOUT ROWID;`,
    ],
  }
  readonly #db: Database

  /** `now`: from when on sessions that nobody ever looked at count as unread; kept from the first time on. */
  constructor(state: Database, now: number) {
    this.#db = state
    state
      .prepare('INSERT OR IGNORE INTO seen (root, project, session, time) VALUES (?, ?, ?, ?)')
      .run('', '', '', now)
  }

  /** Somebody saw the session as it was at a time, in ms. An earlier time than before changes nothing. */
  see({ root, project, id }: SessionName, time: number): void {
    this.#db
      .prepare(
        'INSERT INTO seen (root, project, session, time) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET time = max(time, excluded.time)',
      )
      .run(root, project, id, time)
  }

  /** Until when a session was seen, in ms. */
  until({ root, project, id }: SessionName): number {
    const row = this.#db.prepare(UNTIL).get(root, project, id)
    return Number(row?.['time'] ?? 0)
  }

  /** What nobody has looked at, for a filter of sessions. */
  unseen(): Unseen {
    const marks = this.#db
      .prepare("SELECT root, project, session, time FROM seen WHERE session <> ''")
      .all()
      .map(({ root, project, session, time }) => ({
        root: String(root),
        project: String(project),
        id: String(session),
        time: Number(time),
      }))
    return { since: this.until({ root: '', project: '', id: '' }), marks }
  }
}

const UNTIL = `
  SELECT max(time) AS time FROM seen
  WHERE (root, project, session) IN (VALUES (?, ?, ?), ('', '', ''))`
