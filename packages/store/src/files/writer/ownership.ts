import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, type Database } from '../../database.ts'
import { makeHome, type SkeinHome } from '../../home.ts'
import { makeFolder } from '../../make-folder.ts'
import { tryProcessLock } from '../../process-lock.ts'

/** Who writes to a transcript. */
export interface WriterEntry {
  readonly pid: number
  readonly session: string
  readonly path: string
  /** ms */
  readonly since: number
}

/** The right to write to a file; it ends with the process, however that ends. */
export interface Ownership {
  release(): void
}

/**
 * Makes this process the one writer of a file, or says who is. The file is known by device and inode, so that it is one
 * file under all its names.
 *
 * The registry is `writers.db` in Skein's own folder. The program's registry, `sessions/<pid>.json`, has room for one session
 * a process, while a server of ours writes many; and the program lists what it finds there as its own sessions, but asks nobody
 * before it appends. Each entry names a lock file that its process holds: where nobody holds it any more, the entry is stale
 * and the file free, whoever has the pid now.
 */
export function claimFile(home: SkeinHome, file: string, entry: WriterEntry): Ownership | WriterEntry {
  makeHome(home)
  makeFolder(locksOf(home))
  const name = randomUUID()
  const lock = tryProcessLock(join(locksOf(home), name))
  if (lock === null) throw new Error('a lock that nobody knows is free')
  const owner = registered(home, (db) => {
    for (const { lock: other } of db.prepare('SELECT lock FROM writer').all())
      if (!isHeld(home, String(other))) db.prepare('DELETE FROM writer WHERE lock = ?').run(other)
    const held = db.prepare('SELECT * FROM writer WHERE file = ?').get(file)
    if (held !== undefined) return asEntry(held)
    const { pid, session, path, since } = entry
    db.prepare('INSERT INTO writer VALUES (?, ?, ?, ?, ?, ?)').run(file, name, pid, session, path, since)
    return null
  })
  const letGo = (): void => {
    lock.release()
    rmSync(join(locksOf(home), name), { force: true })
  }
  if (owner !== null) {
    letGo()
    return owner
  }
  return {
    release: () => {
      registered(home, (db) => db.prepare('DELETE FROM writer WHERE file = ? AND lock = ?').run(file, name))
      letGo()
    },
  }
}

/** One transaction on the registry. */
function registered<T>(home: SkeinHome, work: (db: Database) => T): T {
  const db = openDatabase(join(home.folder, 'writers.db'))
  try {
    return db.write(() => {
      db.exec(`CREATE TABLE IF NOT EXISTS writer (
        file TEXT PRIMARY KEY, lock TEXT NOT NULL, pid INTEGER NOT NULL, session TEXT NOT NULL, path TEXT NOT NULL,
        since INTEGER NOT NULL
      ) STRICT`)
      return work(db)
    })
  } finally {
    db.close()
  }
}

function isHeld(home: SkeinHome, name: string): boolean {
  const file = join(locksOf(home), name)
  if (!existsSync(file)) return false
  const lock = tryProcessLock(file)
  if (lock === null) return true
  lock.release()
  rmSync(file, { force: true })
  return false
}

function locksOf(home: SkeinHome): string {
  return join(home.folder, 'writers')
}

function asEntry(row: Readonly<Record<string, unknown>>): WriterEntry {
  return {
    pid: Number(row['pid']),
    session: String(row['session']),
    path: String(row['path']),
    since: Number(row['since']),
  }
}
