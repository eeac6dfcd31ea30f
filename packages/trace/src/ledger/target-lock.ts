import { join } from 'node:path'
import { makeFolder, makeHome, openDatabase, StoreError, type Database, type SkeinHome } from '@skein/store'

/** The right to send to a target. */
export interface TargetLock {
  release(): void
}

/**
 * Takes the lock of a target; null where another process has it. It is a transaction that stays open: the system ends it
 * with the process, however that ends.
 */
export function tryLock(home: SkeinHome, target: string): TargetLock | null {
  makeHome(home)
  const folder = join(home.folder, 'trace')
  makeFolder(folder)
  let db: Database | null = null
  try {
    db = openDatabase(join(folder, `${target}.lock`))
    db.exec('PRAGMA busy_timeout = 0')
    db.exec('BEGIN IMMEDIATE')
  } catch (error) {
    db?.close()
    if (error instanceof StoreError && error.code === 'busy') return null
    throw error
  }
  const held = db
  return {
    release: () => {
      held.exec('ROLLBACK')
      held.close()
    },
  }
}
