import type { Database } from '../../database.ts'
import type { CopiedSession } from '../../reader/copied-session.ts'
import type { FoundTranscript } from '../../files/discovery/found.ts'

/** As the catalogue has them. */
export function copiedSessions(db: Database, ids?: readonly string[]): CopiedSession[] {
  const paths = db.prepare('SELECT path FROM file WHERE session = ? AND agent IS NULL ORDER BY path')
  const shared =
    ids === undefined ? db.prepare(shareds('')).all() : db.prepare(shareds(AMONG)).all(JSON.stringify(ids))
  return shared
    .map((row) => String(row['session']))
    .map((session) => ({ session, paths: paths.all(session).map(({ path }) => String(path)) }))
}

/** By its names alone, as the index of titles has them. */
function shareds(among: string): string {
  return `SELECT session FROM file WHERE agent IS NULL ${among} GROUP BY session HAVING count(*) > 1 ORDER BY session`
}

const AMONG = 'AND session IN (SELECT value FROM json_each(?))'

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
