import type { Database, Row, Value } from '../../database.ts'
import type { FileMessage } from './messages.ts'

/** What a copy of a message says was used. */
export type MessageUse = Pick<FileMessage, 'model' | 'tier' | 'tokens'>

/**
 * Whether `a` counts rather than `b`: the one with the most output, then the most of everything else. Between copies that differ
 * only in their names any order does that is always the same.
 */
export function isLarger(a: MessageUse, b: MessageUse): boolean {
  for (const kind of LARGEST_BY) if (a.tokens[kind] !== b.tokens[kind]) return a.tokens[kind] > b.tokens[kind]
  return a.model === b.model ? a.tier < b.tier : a.model < b.model
}

const LARGEST_BY = [
  'output',
  'input',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'webSearches',
  'webFetches',
] as const

/**
 * What files say themselves of messages that they own and that count with a larger copy's usage. There the row of `message` has
 * that copy's numbers, so that whoever sums need not know; there are hardly any.
 */
export class OwnUsage {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Rows of `message` as their own files have them. */
  restored(rows: readonly Row[], keys: string): Row[] {
    const own = this.#db.prepare('SELECT * FROM own_usage WHERE key IN (SELECT value FROM json_each(?))')
    return asOwn(rows, own.all(keys))
  }

  restoredOfFile(rows: readonly Row[], fileId: number): Row[] {
    return asOwn(rows, this.#db.prepare('SELECT * FROM own_usage WHERE file = ?').all(fileId))
  }

  /** The messages whose usage is that of a copy in a file. */
  lentBy(fileId: number): string[] {
    const rows = this.#db.prepare('SELECT key FROM own_usage WHERE lender = ?').all(fileId)
    return rows.map(({ key }) => String(key))
  }

  /** Lets a row of `message`, which is restored, count with the usage of another file's. */
  lend(row: Row, lender: Row): void {
    const { key, file } = row
    const values = (of: Row): Value[] => COLUMNS.map((name) => of[name])
    this.#db.prepare(KEEP).run(key, file, lender['file'], ...values(row))
    this.#db.prepare(COUNT).run(...values(lender), key, file)
  }

  /** Gives a row of `message` its own usage back. */
  takeBack({ key, file }: Row): void {
    this.#db.prepare(RESTORE).run(key, file, key, file)
    this.forget(key, file)
  }

  forget(key: Value, file: Value): void {
    this.#db.prepare('DELETE FROM own_usage WHERE key = ? AND file = ?').run(key, file)
  }

  forgetFile(fileId: number): void {
    this.#db.prepare('DELETE FROM own_usage WHERE file = ?').run(fileId)
  }
}

function asOwn(rows: readonly Row[], own: readonly Row[]): Row[] {
  if (own.length === 0) return [...rows]
  const kept = new Map(own.map((row) => [placeOf(row), row]))
  return rows.map((row) => ({ ...row, ...kept.get(placeOf(row)) }))
}

function placeOf({ key, file }: Row): string {
  return `${String(file)} ${String(key)}`
}

const COLUMNS = [
  'model',
  'tier',
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'web_searches',
  'web_fetches',
]
const KEEP = `INSERT INTO own_usage (key, file, lender, ${COLUMNS.join(', ')}) VALUES (?, ?, ?${', ?'.repeat(COLUMNS.length)})`
const COUNT = `UPDATE message SET ${COLUMNS.map((name) => `${name} = ?`).join(', ')} WHERE key = ? AND file = ?`
const RESTORE = `
  UPDATE message SET (${COLUMNS.join(', ')}) = (SELECT ${COLUMNS.join(', ')} FROM own_usage WHERE key = ? AND file = ?)
  WHERE key = ? AND file = ?`
