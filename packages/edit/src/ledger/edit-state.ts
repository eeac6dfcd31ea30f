import type { StatePart } from '@skein/store'

/** Edits: what was made from what, and the texts that an edit replaced. */
export const EDIT_STATE: StatePart = {
  name: 'edit',
  steps: [
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
  ],
}
