import type { Database } from '../../database.ts'
import { StoreError } from '../../errors.ts'
import type { StatePart } from '../../state-database.ts'
import { parseQuery } from '../../reader/query/parse-query.ts'

export interface SavedQuery {
  readonly name: string
  /** As it was typed: dates like `7d` count from when it is run. */
  readonly query: string
  /** ms */
  readonly made: number
}

/** Queries that people keep, in `state.db`; another query uses one as `@name`. */
export class SavedQueries {
  static readonly state: StatePart = {
    name: 'saved-queries',
    steps: [
      `CREATE TABLE saved_query (
     name TEXT PRIMARY KEY,
     query TEXT NOT NULL,
     made REAL NOT NULL
   ) STRICT;`,
    ],
  }
  readonly #db: Database

  constructor(state: Database) {
    this.#db = state
  }

  /** Replaces one of the same name. Throws a `StoreError` `query` where the name or the query cannot be read. */
  save({ name, query, made }: SavedQuery): void {
    if (!NAME.test(name))
      throw new StoreError('query', `not a name for a query: ${name}`, {
        remedy: 'use letters, digits, - and _',
      })
    const text = (saved: string): string | undefined => (saved === name ? query : this.textOf(saved))
    const parsed = parseQuery(query, { now: made, saved: text, within: [`@${name}`] })
    if ('problem' in parsed)
      throw new StoreError('query', `the query cannot be read: ${parsed.problem.message}`, {
        remedy: 'correct it and save it again',
      })
    this.#db
      .prepare('INSERT OR REPLACE INTO saved_query (name, query, made) VALUES (?, ?, ?)')
      .run(name, query, made)
  }

  list(): SavedQuery[] {
    return this.#db
      .prepare('SELECT name, query, made FROM saved_query ORDER BY name')
      .all()
      .map((row) => ({ name: String(row['name']), query: String(row['query']), made: Number(row['made']) }))
  }

  /** Whether there was one. */
  remove(name: string): boolean {
    const known = this.textOf(name) !== undefined
    this.#db.prepare('DELETE FROM saved_query WHERE name = ?').run(name)
    return known
  }

  /** The text of a query, for `parseQuery`. */
  textOf(name: string): string | undefined {
    const row = this.#db.prepare('SELECT query FROM saved_query WHERE name = ?').get(name)
    return row === undefined ? undefined : String(row['query'])
  }
}

const NAME = /^[\w-]{1,64}$/
