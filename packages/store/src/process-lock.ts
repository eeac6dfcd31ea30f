import { openDatabase, type Database } from './database.ts'
import { StoreError } from './errors.ts'

/** A right that one process of the machine has at a time. */
export interface ProcessLock {
  release(): void
}

/**
 * Takes the lock that a file stands for; null where another process has it. It is a transaction that stays open: the system
 * ends it with the process, however that ends. The folder of the file has to be there.
 */
export function tryProcessLock(file: string): ProcessLock | null {
  let db: Database | null = null
  try {
    db = openDatabase(file)
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
