/**
 * The steps of `state.db` as the releases before parts had them: one list for all packages, and `user_version` says how many
 * were done. Word for word, so that a database of each of those releases can be made; never edited.
 */
export const RELEASED_STEPS: readonly string[] = [
  `CREATE TABLE saved_query (
     name TEXT PRIMARY KEY,
     query TEXT NOT NULL,
     made REAL NOT NULL
   ) STRICT;`,
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
  `CREATE TABLE seen (
     root TEXT NOT NULL,
     project TEXT NOT NULL,
     session TEXT NOT NULL,
     time REAL NOT NULL,
     PRIMARY KEY (root, project, session)
   ) STRICT, WITHOUT ROWID;`,
  `ALTER TABLE trace_transcript ADD COLUMN ends BLOB NOT NULL DEFAULT x'';
   ALTER TABLE trace_transcript ADD COLUMN turn BLOB NOT NULL DEFAULT x'';
   ALTER TABLE trace_transcript ADD COLUMN start INTEGER;
   ALTER TABLE trace_transcript ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE trace_transcript ADD COLUMN lessons TEXT NOT NULL DEFAULT '[]';`,
]
