import { existsSync, rmSync } from 'node:fs'
import { StoreError } from '../../errors.ts'
import type { SkeinHome } from '../../home.ts'
import { makeHome } from '../../home.ts'
import { openDatabase, type Database } from '../../database.ts'

/**
 * `state.db`: what only Skein knows and cannot be read again from anywhere. Migrated step by step,
 * with a copy made first; a newer one than this program knows is refused, never changed.
 */
export function openState(home: SkeinHome, migrations: readonly string[] = MIGRATIONS): Database {
  makeHome(home)
  const db = openDatabase(home.stateFile)
  try {
    migrate(db, home, migrations)
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
export function passingState(): Database {
  const db = openDatabase('')
  // Nobody will ever read it after a crash, and pages that are mapped count as memory.
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA mmap_size = 0')
  for (const step of MIGRATIONS) db.exec(step)
  return db
}

/** Step N leads from version N to N + 1. A step that was released is never edited. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE saved_query (
     name TEXT PRIMARY KEY,
     query TEXT NOT NULL,
     made REAL NOT NULL
   ) STRICT;`,
  // Edits: what was made from what, and the texts that an edit took the place of.
  `CREATE TABLE edit (
     id INTEGER PRIMARY KEY,
     kind TEXT NOT NULL,
     made REAL NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('publishing', 'done', 'undone')),
     pid INTEGER NOT NULL,
     source_session TEXT NOT NULL,
     source_path TEXT NOT NULL,
     session TEXT NOT NULL UNIQUE,
     path TEXT NOT NULL,
     options TEXT NOT NULL,
     files TEXT NOT NULL
   ) STRICT;
   CREATE INDEX edit_source ON edit (source_session);
   CREATE TABLE edit_original (
     edit INTEGER NOT NULL REFERENCES edit (id),
     n INTEGER NOT NULL,
     row TEXT NOT NULL,
     block INTEGER NOT NULL,
     part INTEGER NOT NULL,
     original TEXT NOT NULL,
     replacement TEXT NOT NULL,
     engine TEXT NOT NULL,
     fell_back INTEGER NOT NULL,
     PRIMARY KEY (edit, n)
   ) STRICT, WITHOUT ROWID;`,
  // Traces: what each target has taken. A history has millions of spans, so those that are done are packed, a row a trace.
  `CREATE TABLE trace_target (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     place TEXT NOT NULL,
     acknowledged INTEGER NOT NULL DEFAULT 0,
     resent INTEGER NOT NULL DEFAULT 0,
     rejected INTEGER NOT NULL DEFAULT 0,
     last_sent REAL,
     last_error TEXT,
     last_error_at REAL
   ) STRICT;
   CREATE TABLE trace_sent (
     target INTEGER NOT NULL REFERENCES trace_target (id),
     trace BLOB NOT NULL,
     spans BLOB NOT NULL,
     PRIMARY KEY (target, trace)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE trace_pending (
     target INTEGER NOT NULL REFERENCES trace_target (id),
     trace BLOB NOT NULL,
     span BLOB NOT NULL,
     state INTEGER NOT NULL,
     PRIMARY KEY (target, trace, span)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE trace_message (
     target INTEGER NOT NULL REFERENCES trace_target (id),
     message BLOB NOT NULL,
     span BLOB NOT NULL,
     PRIMARY KEY (target, message)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE trace_origin (
     uuid BLOB PRIMARY KEY,
     origin_session BLOB NOT NULL,
     origin_uuid BLOB NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE trace_transcript (
     target INTEGER NOT NULL REFERENCES trace_target (id),
     path TEXT NOT NULL,
     inode INTEGER NOT NULL,
     size INTEGER NOT NULL,
     mtime REAL NOT NULL,
     settled INTEGER NOT NULL,
     open BLOB NOT NULL,
     PRIMARY KEY (target, path)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE trace_key (only INTEGER PRIMARY KEY CHECK (only = 1), key BLOB NOT NULL) STRICT;`,
  // Who may talk to the server. Secrets and links are kept as SHA-256 only: whoever reads this file cannot sign in with it.
  `CREATE TABLE device (
     id TEXT PRIMARY KEY,
     kind TEXT NOT NULL CHECK (kind IN ('browser', 'paired')),
     name TEXT NOT NULL,
     scope TEXT NOT NULL CHECK (scope IN ('all', 'read')),
     secret_hash BLOB NOT NULL UNIQUE,
     created REAL NOT NULL,
     last_seen REAL NOT NULL,
     revoked REAL
   ) STRICT;
   CREATE TABLE one_time_link (
     hash BLOB PRIMARY KEY,
     purpose TEXT NOT NULL CHECK (purpose IN ('open', 'pair')),
     name TEXT NOT NULL,
     scope TEXT NOT NULL CHECK (scope IN ('all', 'read')),
     expires REAL NOT NULL,
     used REAL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE server_password (only INTEGER PRIMARY KEY CHECK (only = 1), hash TEXT NOT NULL) STRICT;`,
  // Until when each session was looked at; the row without names is when that began.
  `CREATE TABLE seen (
     root TEXT NOT NULL,
     project TEXT NOT NULL,
     session TEXT NOT NULL,
     time REAL NOT NULL,
     PRIMARY KEY (root, project, session)
   ) STRICT, WITHOUT ROWID;`,
  // Where the next look at a transcript begins, which turn a sub-agent's belongs to, and where secrets were learned.
  `ALTER TABLE trace_transcript ADD COLUMN ends BLOB NOT NULL DEFAULT x'';
   ALTER TABLE trace_transcript ADD COLUMN turn BLOB NOT NULL DEFAULT x'';
   ALTER TABLE trace_transcript ADD COLUMN start INTEGER;
   ALTER TABLE trace_transcript ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE trace_transcript ADD COLUMN lessons TEXT NOT NULL DEFAULT '[]';`,
]

function migrate(db: Database, home: SkeinHome, migrations: readonly string[]): void {
  const version = versionOf(db)
  if (version === migrations.length) return
  if (version > migrations.length)
    throw new StoreError('damaged', `a newer Skein wrote ${home.stateFile}`, { remedy: 'update Skein' })
  if (version > 0) backUp(db, `${home.stateFile}.v${version}.backup`)
  db.write(() => {
    // Another process may have been first while this one made its copy.
    for (let step = versionOf(db); step < migrations.length; step++) db.exec(migrations[step] ?? '')
    db.exec(`PRAGMA user_version = ${migrations.length}`)
  })
}

function backUp(db: Database, copy: string): void {
  if (existsSync(copy)) rmSync(copy)
  db.prepare('VACUUM INTO ?').run(copy)
}

function versionOf(db: Database): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
}
