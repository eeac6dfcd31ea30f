import type { StatePart } from '@skein/store'

/** Traces: what each target has taken. A history has millions of spans, so those that are done are packed, a row a trace. */
export const TRACE_STATE: StatePart = {
  name: 'trace',
  steps: [
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
    // Where the next look at a transcript begins, which turn a sub-agent's belongs to, and where secrets were learned.
    `ALTER TABLE trace_transcript ADD COLUMN ends BLOB NOT NULL DEFAULT x'';
   ALTER TABLE trace_transcript ADD COLUMN turn BLOB NOT NULL DEFAULT x'';
   ALTER TABLE trace_transcript ADD COLUMN start INTEGER;
   ALTER TABLE trace_transcript ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE trace_transcript ADD COLUMN lessons TEXT NOT NULL DEFAULT '[]';`,
    // How many turns of the live path are before that place; null where nobody counted them.
    'ALTER TABLE trace_transcript ADD COLUMN live INTEGER;',
  ],
}
