const PROMPT = '(input + cache_read + cache_write_5m + cache_write_1h)'

/**
 * How long a message's prompt is, in the steps at which models are priced higher: 0, 1 over 100k
 * tokens, 2 over 200k. Which step counts depends on the model, so it is decided when it is read.
 */
export const PROMPT_STEP = `((${PROMPT} > 100000) + (${PROMPT} > 200000))`
export const PROMPT_STEPS = [0, 100_000, 200_000]

const COUNTERS = [
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'web_searches',
  'web_fetches',
]

/**
 * The sums that reports are made of: one row for what a file owns in a quarter of an hour, by model
 * and price class. SQLite itself keeps them in step with `message`, whoever changes that, so they
 * cannot drift; a report reads a few thousand rows where it would read every message.
 */
export const USAGE_SUMS = `
  CREATE TABLE usage_sum (
    file INTEGER NOT NULL,
    quarter INTEGER NOT NULL,        -- quarter of an hour since the epoch, -1: no time
    model TEXT NOT NULL,
    tier TEXT NOT NULL,
    step INTEGER NOT NULL,           -- see PROMPT_STEP
    side INTEGER NOT NULL,
    messages INTEGER NOT NULL,
    first REAL,
    last REAL,
    input INTEGER NOT NULL,
    output INTEGER NOT NULL,
    cache_read INTEGER NOT NULL,
    cache_write_5m INTEGER NOT NULL,
    cache_write_1h INTEGER NOT NULL,
    web_searches INTEGER NOT NULL,
    web_fetches INTEGER NOT NULL,
    PRIMARY KEY (file, quarter, model, tier, step, side)
  ) STRICT, WITHOUT ROWID;
`

export const USAGE_TRIGGERS = `
  CREATE TRIGGER message_added AFTER INSERT ON message WHEN new.owner = 1 BEGIN ${added('new')} END;

  CREATE TRIGGER message_removed AFTER DELETE ON message WHEN old.owner = 1 BEGIN ${taken('old')} END;

  CREATE TRIGGER message_changed AFTER UPDATE ON message WHEN old.owner = 1 OR new.owner = 1 BEGIN
    ${added('new', 'new.owner = 1')}
    ${taken('old', 'old.owner = 1')}
  END;
`

/** All sums, of messages whose owners are known. */
export const FILL_USAGE_SUMS = `
  INSERT INTO usage_sum
  SELECT file, ${quarter('message')} AS quarter, model, tier, ${step('message')} AS step, side, count(*), min(time), max(time),
    ${COUNTERS.map((name) => `sum(${name})`).join(', ')}
  FROM message WHERE owner = 1
  GROUP BY file, quarter, model, tier, step, side`

function added(row: string, condition = 'true'): string {
  return `
    INSERT INTO usage_sum
    SELECT ${row}.file, ${quarter(row)}, ${row}.model, ${row}.tier, ${step(row)}, ${row}.side, 1, ${row}.time, ${row}.time,
      ${COUNTERS.map((name) => `${row}.${name}`).join(', ')}
    WHERE ${condition}
    ON CONFLICT DO UPDATE SET
      messages = messages + 1, first = min(first, excluded.first), last = max(last, excluded.last),
      ${COUNTERS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')};`
}

/** The first and the last time are looked for again only where the message that goes had one of them. */
function taken(row: string, condition = 'true'): string {
  const group = `file = ${row}.file AND quarter = ${quarter(row)} AND model = ${row}.model AND tier = ${row}.tier AND step = ${step(row)} AND side = ${row}.side`
  return `
    UPDATE usage_sum SET messages = messages - 1,
      ${COUNTERS.map((name) => `${name} = ${name} - ${row}.${name}`).join(', ')}
    WHERE ${condition} AND ${group};
    DELETE FROM usage_sum WHERE messages = 0 AND ${group};
    UPDATE usage_sum SET (first, last) = (
      SELECT min(time), max(time) FROM message
      WHERE file = ${row}.file AND owner = 1 AND ${quarter('message')} = ${quarter(row)}
        AND model = ${row}.model AND tier = ${row}.tier AND ${step('message')} = ${step(row)} AND side = ${row}.side)
    WHERE ${condition} AND ${group} AND (first = ${row}.time OR last = ${row}.time)
      AND NOT EXISTS (
        SELECT 1 FROM message WHERE key = ${row}.key AND file = ${row}.file AND owner = 1 AND time = ${row}.time
          AND model = ${row}.model AND tier = ${row}.tier AND ${step('message')} = ${step(row)} AND side = ${row}.side);`
}

function quarter(row: string): string {
  return `ifnull(CAST(${row}.time / 900000 AS INTEGER), -1)`
}

function step(row: string): string {
  return PROMPT_STEP.replaceAll(/[a-z]\w+/g, (name) => `${row}.${name}`)
}
