import type { StatePart } from '@skein/store'

/** Who may talk to the server. Secrets and links are kept as SHA-256 only: whoever reads this file cannot sign in with it. */
export const AUTH_STATE: StatePart = {
  name: 'auth',
  steps: [
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
    // Which scopes there are is said in `scope.ts` alone: a new one needs no new tables.
    `CREATE TABLE new_device (
     id TEXT PRIMARY KEY,
     kind TEXT NOT NULL CHECK (kind IN ('browser', 'paired')),
     name TEXT NOT NULL,
     scope TEXT NOT NULL,
     secret_hash BLOB NOT NULL UNIQUE,
     created REAL NOT NULL,
     last_seen REAL NOT NULL,
     revoked REAL
   ) STRICT;
   INSERT INTO new_device SELECT * FROM device;
   DROP TABLE device;
   ALTER TABLE new_device RENAME TO device;
   CREATE TABLE new_link (
     hash BLOB PRIMARY KEY,
     purpose TEXT NOT NULL CHECK (purpose IN ('open', 'pair')),
     name TEXT NOT NULL,
     scope TEXT NOT NULL,
     expires REAL NOT NULL,
     used REAL
   ) STRICT, WITHOUT ROWID;
   INSERT INTO new_link SELECT * FROM one_time_link;
   DROP TABLE one_time_link;
   ALTER TABLE new_link RENAME TO one_time_link;`,
  ],
}
