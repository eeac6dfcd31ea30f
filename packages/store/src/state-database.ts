import { randomUUID } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { StoreError } from './errors.ts'
import { makeHome, type SkeinHome } from './home.ts'
import { openDatabase, type Database } from './database.ts'

/**
 * The tables of one owner in `state.db`. Step N leads from version N to N + 1 of the part. A step that was released is
 * never edited.
 */
export interface StatePart {
  readonly name: string
  /** SQL */
  readonly steps: readonly string[]
}

/**
 * `state.db`: what only Skein knows and cannot be read again from anywhere.
 *
 * Contract: the parts that are asked for are up to date; all others are left as they are, known to this program or not. A
 * part is migrated step by step, with a copy of the file made first. A newer one than this program knows is refused, never
 * changed.
 */
export function openState(home: SkeinHome, parts: readonly StatePart[]): Database {
  makeHome(home)
  const db = openDatabase(home.stateFile)
  try {
    migrate(db, parts)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * The same tables for work that leaves nothing behind. A database without a name is SQLite's own to put away: what does not
 * fit into its cache goes to a file that ends with it, so that a long history does not fill the memory.
 */
export function passingState(parts: readonly StatePart[]): Database {
  const db = openDatabase('')
  // Nobody will ever read it after a crash, and pages that are mapped count as memory.
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA mmap_size = 0')
  for (const { steps } of parts) for (const step of steps) db.exec(step)
  return db
}

/**
 * Whose each step was while all parts shared one list and `user_version` counted its steps. A file of that time is adopted:
 * its steps are counted for their owners.
 */
const SHARED_LIST = ['saved-queries', 'edit', 'trace', 'auth', 'seen', 'trace']
/** `user_version` of a file with a version a part, in `state_part`. Programs of the shared list refuse it as newer. */
const BY_PART = SHARED_LIST.length + 1

function migrate(db: Database, parts: readonly StatePart[]): void {
  const before = planOf(db, parts)
  if (before === null) return
  const copy = before.backup === null ? null : `${db.path}.${randomUUID()}.copy`
  try {
    if (copy !== null) db.prepare('VACUUM INTO ?').run(copy)
    db.write(() => {
      // Another process may have been first while this one made its copy.
      const plan = planOf(db, parts)
      if (copy !== null && plan?.backup === before.backup)
        renameSync(copy, `${db.path}.${before.backup}.backup`)
      if (plan !== null) carryOut(db, parts, plan)
    })
  } finally {
    if (copy !== null) rmSync(copy, { force: true })
  }
}

interface Plan {
  /** The version of each part in the file, those among them that were not asked for. */
  readonly versions: ReadonlyMap<string, number>
  /** What the copy is called after: what will change. Null where the steps only add to the file. */
  readonly backup: string | null
}

/** What has to be done; null where the file is up to date. */
function planOf(db: Database, parts: readonly StatePart[]): Plan | null {
  const scheme = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  if (scheme > BY_PART) throw newer(db)
  const versions = scheme === BY_PART ? versionsIn(db) : versionsOfShared(scheme)
  const versionOf = ({ name }: StatePart): number => versions.get(name) ?? 0
  if (parts.some((part) => versionOf(part) > part.steps.length)) throw newer(db)
  if (scheme < BY_PART) return { versions, backup: scheme === 0 ? null : `v${scheme}` }
  const due = parts.filter((part) => versionOf(part) < part.steps.length)
  if (due.length === 0) return null
  const changed = due.filter((part) => versionOf(part) > 0)
  const backup = changed.map((part) => `${part.name}-v${versionOf(part)}`).join('.')
  return { versions, backup: backup === '' ? null : backup }
}

function carryOut(db: Database, parts: readonly StatePart[], { versions }: Plan): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS state_part (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    PRAGMA user_version = ${BY_PART}`)
  const note = db.prepare('INSERT OR REPLACE INTO state_part (name, version) VALUES (?, ?)')
  for (const [name, version] of versions) note.run(name, version)
  for (const { name, steps } of parts) {
    for (const step of steps.slice(versions.get(name) ?? 0)) db.exec(step)
    note.run(name, steps.length)
  }
}

function versionsOfShared(steps: number): Map<string, number> {
  const versions = new Map<string, number>()
  for (const owner of SHARED_LIST.slice(0, steps)) versions.set(owner, (versions.get(owner) ?? 0) + 1)
  return versions
}

function versionsIn(db: Database): Map<string, number> {
  const rows = db.prepare('SELECT name, version FROM state_part').all()
  return new Map(rows.map((row) => [String(row['name']), Number(row['version'])]))
}

function newer(db: Database): StoreError {
  return new StoreError('damaged', `a newer Skein wrote ${db.path}`, { remedy: 'update Skein' })
}
