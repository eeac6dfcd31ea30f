import type { Database, Row, Value } from '../../database.ts'
import type { FileMessage } from './messages.ts'

/** Inserts rows of `message`, whose values stand one behind the other in the order of `INSERT_COLUMNS`. */
export function insertMessages(db: Database, values: readonly Value[]): void {
  let from = 0
  for (; from + CHUNK_VALUES <= values.length; from += CHUNK_VALUES)
    db.prepare(INSERT_CHUNK).run(...values.slice(from, from + CHUNK_VALUES))
  for (; from < values.length; from += WIDTH) db.prepare(INSERT).run(...values.slice(from, from + WIDTH))
}

/** Rows of one statement. Calling SQLite costs more than a row does. */
export const CHUNK = 64

/** In the order of `MESSAGE_COLUMNS`. */
export function valuesOf({ forked, side, time, offset, model, tier, tools, tokens }: FileMessage): Value[] {
  return [
    forked ? 1 : 0,
    side ? 1 : 0,
    time,
    offset,
    model,
    tier,
    tools.join('\n'),
    tokens.input,
    tokens.output,
    tokens.cacheRead,
    tokens.cacheWrite5m,
    tokens.cacheWrite1h,
    tokens.webSearches,
    tokens.webFetches,
  ]
}

/** The message of a row of the table. */
export function messageIn(row: Row): FileMessage {
  return {
    key: String(row['key']),
    forked: row['forked'] === 1,
    side: row['side'] === 1,
    time: row['time'] === null ? null : Number(row['time']),
    offset: Number(row['offset']),
    model: String(row['model']),
    tier: String(row['tier']),
    tools: row['tools'] === '' ? [] : String(row['tools']).split('\n'),
    tokens: {
      input: Number(row['input']),
      output: Number(row['output']),
      cacheRead: Number(row['cache_read']),
      cacheWrite5m: Number(row['cache_write_5m']),
      cacheWrite1h: Number(row['cache_write_1h']),
      webSearches: Number(row['web_searches']),
      webFetches: Number(row['web_fetches']),
    },
  }
}

export const MESSAGE_COLUMNS = [
  'forked',
  'side',
  'time',
  'offset',
  'model',
  'tier',
  'tools',
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'web_searches',
  'web_fetches',
]

const INSERT_COLUMNS = ['key', 'file', 'owner', 'session', ...MESSAGE_COLUMNS]
const WIDTH = INSERT_COLUMNS.length
const CHUNK_VALUES = CHUNK * WIDTH

const ROW = `(${INSERT_COLUMNS.map(() => '?').join(', ')})`
const INSERT = `INSERT INTO message (${INSERT_COLUMNS.join(', ')}) VALUES ${ROW}`
const INSERT_CHUNK = `${INSERT}${`, ${ROW}`.repeat(CHUNK - 1)}`
