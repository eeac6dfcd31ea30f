import { USAGE_SUMS, USAGE_TRIGGERS } from './usage-rollup.ts'

/**
 * `cache.db`: the catalogue and the signatures. Whatever stands here can be read again from the
 * transcripts and the archive, so a change of the schema is a new version number and a rebuild.
 */
export const CACHE_VERSION = 8

/** There is no primary key: rows in the order of random keys would all be touched again and again. */
export const MESSAGE_INDEXES = `
  CREATE INDEX message_key ON message (key, file);
  CREATE INDEX message_file ON message (file);
`
/** SQLite knows an indexed expression by how it is written. */
export const FIRST_CWD = "facts ->> 'firstCwd'"

export const CACHE_SCHEMA = `
  CREATE TABLE file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    root TEXT NOT NULL,
    project TEXT NOT NULL,           -- name of the folder under projects/
    session TEXT NOT NULL,           -- session id, from the file's name or its folder's
    agent TEXT,                      -- agent id; NULL: the session's own transcript
    place TEXT NOT NULL,             -- 'disk' | 'archive': where its bytes are now
    inode INTEGER NOT NULL,
    size INTEGER NOT NULL,           -- as last seen
    mtime REAL NOT NULL,             -- ms, as last seen
    readings INTEGER NOT NULL,       -- counts how often the file was read from its start
    offset INTEGER NOT NULL,         -- bytes covered by facts, messages and blocks
    line INTEGER NOT NULL,           -- number of the line at that offset
    ends BLOB NOT NULL,              -- hash of the first and the last bytes before the offset, see files/state/ends.ts
    first_time REAL,
    last_time REAL,
    facts TEXT NOT NULL,             -- JSON, see catalogue/facts.ts
    open TEXT NOT NULL DEFAULT '',   -- JSON: the message that the next line may go on with, see catalogue/messages.ts
    trail TEXT NOT NULL DEFAULT '',  -- JSON: where the conversation is, see catalogue/turn-trail.ts
    first_uuid TEXT AS (facts ->> 'firstUuid') VIRTUAL,
    forked_from TEXT AS (facts ->> 'forkedFrom') VIRTUAL,
    titles TEXT AS (json_array(
      facts ->> 'customTitle', facts ->> 'aiTitle', facts ->> 'firstPrompt', facts ->> 'slug')) VIRTUAL
  ) STRICT;
  CREATE INDEX file_session ON file (session, project, ${FIRST_CWD}); -- whose usage it is, without a look at the facts
  CREATE INDEX file_time ON file (last_time);
  CREATE INDEX file_start ON file (first_uuid);
  CREATE INDEX file_origin ON file (forked_from);
  -- What a search for titles looks at, without the rest of the facts: it looks at all of them.
  CREATE INDEX file_titles ON file (last_time DESC, session, titles) WHERE agent IS NULL;

  -- One row a message and file. A message counts in the row that owns it, with the tokens of its largest copy.
  CREATE TABLE message (
    key TEXT NOT NULL,               -- message.id, else the uuid of its first row
    file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
    owner INTEGER NOT NULL,
    forked INTEGER NOT NULL,         -- its rows carry forkedFrom
    side INTEGER NOT NULL DEFAULT 0, -- a sub-agent's, in its parent's transcript
    time REAL,                       -- ms, earliest row
    offset INTEGER NOT NULL,         -- of the row whose usage counts
    model TEXT NOT NULL,
    tier TEXT NOT NULL,
    session TEXT NOT NULL,
    tools TEXT NOT NULL,             -- names of the tools it calls, in order, newline between
    input INTEGER NOT NULL,
    output INTEGER NOT NULL,
    cache_read INTEGER NOT NULL,
    cache_write_5m INTEGER NOT NULL,
    cache_write_1h INTEGER NOT NULL,
    web_searches INTEGER NOT NULL,
    web_fetches INTEGER NOT NULL
  ) STRICT;
  -- What an owner's file says itself where a larger copy counts, see catalogue/counted-usage.ts.
  CREATE TABLE own_usage (
    key TEXT NOT NULL,
    file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
    lender INTEGER NOT NULL,         -- the file with the larger copy
    model TEXT NOT NULL,
    tier TEXT NOT NULL,
    input INTEGER NOT NULL,
    output INTEGER NOT NULL,
    cache_read INTEGER NOT NULL,
    cache_write_5m INTEGER NOT NULL,
    cache_write_1h INTEGER NOT NULL,
    web_searches INTEGER NOT NULL,
    web_fetches INTEGER NOT NULL,
    PRIMARY KEY (key, file)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX own_usage_lender ON own_usage (lender);
  ${USAGE_SUMS}
  ${MESSAGE_INDEXES}
  ${USAGE_TRIGGERS}

  -- Titles that name their conversation by an entry, mostly one of another file.
  CREATE TABLE summary (
    file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
    leaf TEXT NOT NULL,
    text TEXT NOT NULL,
    offset INTEGER NOT NULL,
    target INTEGER REFERENCES file (id) ON DELETE SET NULL
  ) STRICT;
  CREATE INDEX summary_target ON summary (target, file, offset);
  CREATE INDEX summary_file ON summary (file);

  -- What a refresh has to remember beyond single files, see stamps.ts.
  CREATE TABLE stamp (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- What there was to see when the catalogue had all of it, see index/sight.ts.
  CREATE TABLE sight (
    roots TEXT PRIMARY KEY,          -- JSON
    files INTEGER NOT NULL,          -- how many transcripts
    paths BLOB NOT NULL,             -- of transcripts and folders, each ended by a NUL
    seen BLOB NOT NULL               -- inode, size and mtime of each, as doubles
  ) STRICT;

  -- Which uuids a file has, as sorted 64-bit hashes. In runs, so that an append rewrites a short one.
  CREATE TABLE uuid_run (
    id INTEGER PRIMARY KEY,
    file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
    hashes BLOB NOT NULL
  ) STRICT;
  CREATE INDEX uuid_run_file ON uuid_run (file);

  -- A stretch of one file with about 64 KB of text, and where its signature is: a slot of a segment,
  -- which small blocks share, or the loose row of the same id.
  CREATE TABLE block (
    id INTEGER PRIMARY KEY,
    file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    line INTEGER NOT NULL,           -- number of the line at start
    time REAL,                       -- ms, latest row
    text INTEGER NOT NULL,           -- units of text in it
    odd INTEGER NOT NULL,            -- see signatures/signed-block.ts
    segment INTEGER,
    slot INTEGER
  ) STRICT;
  CREATE INDEX block_file ON block (file);
  CREATE INDEX block_slot ON block (segment, slot);
  CREATE INDEX block_time ON block (time);

  CREATE TABLE loose (
    block INTEGER PRIMARY KEY REFERENCES block (id) ON DELETE CASCADE,
    bits BLOB NOT NULL
  ) STRICT;

  CREATE TABLE segment (
    id INTEGER PRIMARY KEY,
    width INTEGER NOT NULL           -- bytes per slice: an eighth of its slots
  ) STRICT;

  -- Signatures turned by 90 degrees: for each bit the slots of the segment that have it. A row holds
  -- the slices of as many neighbouring bits as fit a page; its id is made of segment and part.
  CREATE TABLE slice (
    id INTEGER PRIMARY KEY,
    bits BLOB NOT NULL
  ) STRICT;
`
