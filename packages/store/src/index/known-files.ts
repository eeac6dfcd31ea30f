import type { Database } from '../db/database.ts'
import type { KnownFile } from './plan.ts'

/**
 * All files, by what the file system can show of them. SQLite hands them over as one text: a value
 * at a time costs more than reading them, and this is asked before every answer.
 */
export function knownFiles(db: Database): KnownFile[] {
  const text = String(db.prepare(ALL_FILES).get()?.['files'] ?? '[]')
  // As the statement above it makes them.
  const rows = JSON.parse(text) as [number, string, string, 'disk' | 'archive', number, number, number][]
  return rows.map(([id, path, root, place, inode, size, mtime]) => ({
    id,
    path,
    root,
    place,
    inode,
    size,
    mtime,
  }))
}

/** Numbers as text with all their digits: SQLite's own JSON rounds a time to fifteen. */
const ALL_FILES = `
  SELECT json_group_array(json_array(id, path, root, place, inode, size, json(printf('%!.17g', mtime)))) AS files FROM file`
