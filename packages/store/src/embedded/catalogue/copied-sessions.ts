import type { Database } from '../../database.ts'
import type { FoundTranscript } from '../../files/discovery/found.ts'

/** A session id that several transcripts have, in several projects or config roots. */
export interface CopiedSession {
  readonly session: string
  /** In order: what they share counts in the first. */
  readonly paths: readonly string[]
}

/** As the catalogue has them. */
export function copiedSessions(db: Database): CopiedSession[] {
  const paths = db.prepare('SELECT path FROM file WHERE session = ? AND agent IS NULL ORDER BY path')
  return db
    .prepare(SHARED)
    .all()
    .map((row) => String(row['session']))
    .map((session) => ({ session, paths: paths.all(session).map(({ path }) => String(path)) }))
}

/** By its names alone, as the index of titles has them. */
const SHARED =
  'SELECT session FROM file WHERE agent IS NULL GROUP BY session HAVING count(*) > 1 ORDER BY session'

/** As a look at the folders finds them. */
export function copiedAmong(
  transcripts: readonly Pick<FoundTranscript, 'session' | 'agent' | 'path'>[],
): CopiedSession[] {
  const bySession = new Map<string, string[]>()
  for (const { session, agent, path } of transcripts) {
    if (agent !== null) continue
    const known = bySession.get(session)
    if (known === undefined) bySession.set(session, [path])
    else known.push(path)
  }
  return [...bySession]
    .filter(([, paths]) => paths.length > 1)
    .map(([session, paths]) => ({ session, paths: paths.toSorted(byText) }))
    .toSorted((a, b) => byText(a.session, b.session))
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
