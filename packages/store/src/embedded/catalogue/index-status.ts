import { accessSync, constants, existsSync, statSync } from 'node:fs'
import type { Database } from '../../database.ts'
import type { SkeinHome } from '../../home.ts'
import type { FileProblem, IndexStatus } from '../../reader/health.ts'
import { unreadableReason } from '../../unreadable.ts'

export function indexStatus(home: SkeinHome, db: Database): IndexStatus {
  return db.read(() => {
    const files = db.prepare(FILES).get() ?? {}
    const number = (name: string): number => Number(files[name] ?? 0)
    return {
      folder: home.folder,
      files: number('files'),
      sessions: number('sessions'),
      subagents: number('files') - number('sessions'),
      archived: number('archived'),
      transcriptBytes: number('transcriptBytes'),
      indexedBytes: number('indexedBytes'),
      messages: countOf(db, 'message'),
      blocks: countOf(db, 'block'),
      indexBytes: sizeOf(home.cacheFile) + sizeOf(`${home.cacheFile}-wal`),
    }
  })
}

/** Asked of each: a file whose rights alone have changed looks the same to a refresh. */
export function unreadableFiles(db: Database): FileProblem[] {
  const found: FileProblem[] = []
  for (const row of db.prepare("SELECT path FROM file WHERE place = 'disk' ORDER BY path").all()) {
    const path = String(row['path'])
    try {
      accessSync(path, constants.R_OK)
    } catch (error) {
      const message = `cannot be read any more (${unreadableReason(error)})`
      if (existsSync(path)) found.push({ code: 'unreadable', path, message })
    }
  }
  return found
}

const FILES = `
  SELECT count(*) AS files, sum(agent IS NULL) AS sessions, sum(agent IS NULL AND place = 'archive') AS archived,
    sum(size) AS transcriptBytes, sum(offset) AS indexedBytes
  FROM file`

function countOf(db: Database, table: 'message' | 'block'): number {
  return Number(db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'] ?? 0)
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
