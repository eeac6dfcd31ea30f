import { renameSync, rmSync } from 'node:fs'
import { endBuild, isBuilding } from '../catalogue/first-build.ts'
import type { SkeinHome } from '../../home.ts'
import { makeHome } from '../../home.ts'
import { CACHE_SCHEMA, CACHE_VERSION } from './cache-schema.ts'
import { openDatabase, type Database } from '../../database.ts'
import { isDamage, storeError } from '../../store-error-of.ts'

export interface CacheDatabase {
  readonly db: Database
  /** Why the catalogue is empty although it was not: `null` where it stands as it was left, or is new. */
  readonly rebuilt: 'old' | 'newer' | 'damaged' | null
}

/**
 * Opens `cache.db`. One of another version is emptied, a damaged one is moved aside: both are
 * built again from the transcripts, and the caller says so.
 */
export function openCache(home: SkeinHome): CacheDatabase {
  makeHome(home)
  try {
    return opened(home)
  } catch (error) {
    if (!isDamage(causeOf(error))) throw error
    setAside(home)
    return { ...opened(home), rebuilt: 'damaged' }
  }
}

/** Four rows of slices. An index is written page by page, several times over, and each costs the same however long it is. */
const PAGE_BYTES = 16_384

function opened(home: SkeinHome): CacheDatabase {
  const db = openDatabase(home.cacheFile, { pageSize: PAGE_BYTES })
  try {
    // The version alone decides, in one transaction: two processes may come at the same time.
    const cache = versionOf(db) === CACHE_VERSION ? { db, rebuilt: null } : db.write(() => emptied(db))
    if (isBuilding(db)) db.write(() => endBuild(db))
    return cache
  } catch (error) {
    db.close()
    throw error
  }
}

/** Takes everything out, in one transaction: whoever reads meanwhile sees the old state or the empty one. */
export function emptyCache(db: Database): void {
  db.write(() => {
    db.exec('PRAGMA user_version = 0')
    emptied(db)
  })
}

function emptied(db: Database): CacheDatabase {
  const version = versionOf(db)
  if (version === CACHE_VERSION) return { db, rebuilt: null }
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
  db.exec('PRAGMA defer_foreign_keys = ON')
  for (const { name } of tables) db.exec(`DROP TABLE "${String(name).replaceAll('"', '""')}"`)
  db.exec(CACHE_SCHEMA)
  db.exec(`PRAGMA user_version = ${CACHE_VERSION}`)
  if (tables.length === 0) return { db, rebuilt: null }
  return { db, rebuilt: version > CACHE_VERSION ? 'newer' : 'old' }
}

function versionOf(db: Database): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
}

/** The damaged file is kept for one look; the next one that is set aside replaces it. */
function setAside(home: SkeinHome): void {
  try {
    renameSync(home.cacheFile, `${home.cacheFile}.damaged`)
    for (const suffix of ['-wal', '-shm']) rmSync(home.cacheFile + suffix, { force: true })
  } catch (error) {
    throw storeError(error, home.cacheFile)
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? (error.cause ?? error) : error
}
