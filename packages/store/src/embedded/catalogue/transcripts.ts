import type { Database, Row, Value } from '../../database.ts'
import type { CataloguedTranscript, TranscriptFilter } from '../../reader/catalogued-transcript.ts'

/** The transcripts that fit a filter. */
export function transcriptsOf(db: Database, { paths, ...place }: TranscriptFilter): CataloguedTranscript[] {
  const conditions: string[] = []
  const values: Value[] = []
  if (paths !== undefined) {
    conditions.push('path IN (SELECT value FROM json_each(?))')
    values.push(JSON.stringify(paths))
  }
  for (const name of ['session', 'agent', 'project', 'root'] as const) {
    const value = place[name]
    if (value === undefined) continue
    conditions.push(value === null ? `${name} IS NULL` : `${name} = ?`)
    if (value !== null) values.push(value)
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  return db
    .prepare(`SELECT path, root, project, session, agent, place, size FROM file ${where} ORDER BY path`)
    .all(...values)
    .map(transcript)
}

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
