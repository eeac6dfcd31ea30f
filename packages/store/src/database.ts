import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { StoreError, type StoreErrorCode } from './errors.ts'
import { storeError } from './store-error-of.ts'

export type Value = null | number | bigint | string | Uint8Array
export type Row = Readonly<Record<string, Value>>

export interface Statement {
  run(...values: Value[]): void
  get(...values: Value[]): Row | undefined
  all(...values: Value[]): Row[]
  iterate(...values: Value[]): Iterable<Row>
}

/**
 * The seam over SQLite: nothing else of the store knows which package it comes from.
 *
 * Contract: every failure of SQLite's leaves as a `StoreError`. `write` runs its work in one
 * transaction that no other process's write can come between; what throws inside leaves nothing behind.
 */
export interface Database {
  readonly path: string
  exec(sql: string): void
  /** Prepared once per text. */
  prepare(sql: string): Statement
  write<T>(work: () => T): T
  /** The same for what can as well be written another time: nothing is done where that would mean to wait, or to fail. */
  tryWrite(work: () => void): void
  /** Several reads that see one state. */
  read<T>(work: () => T): T
  close(): void
}

export interface OpenOptions {
  readonly readOnly?: boolean
  /**
   * Nobody writes it meanwhile, so it is read without a lock or a log: the only way where not even those files can be
   * written that SQLite needs beside a database. Only for a database that has no log to be read.
   */
  readonly immutable?: boolean
  /** Bytes of a page, for a database that is new; SQLite's 4096 by default. */
  readonly pageSize?: number
}

export function openDatabase(path: string, options: OpenOptions = {}): Database {
  try {
    return new SqliteDatabase(path, options)
  } catch (error) {
    throw storeError(error, path)
  }
}

class SqliteDatabase implements Database {
  readonly path: string
  readonly #db: InstanceType<typeof DatabaseSync>
  readonly #statements = new Map<string, Statement>()

  constructor(path: string, { readOnly = false, immutable = false, pageSize }: OpenOptions) {
    this.path = path
    this.#db = new DatabaseSync(immutable ? immutableAddress(path) : path, { readOnly })
    try {
      if (pageSize !== undefined) this.#db.exec(`PRAGMA page_size = ${pageSize}`)
      this.#db.exec(readOnly ? READER_SETTINGS : READER_SETTINGS + WRITER_SETTINGS)
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  exec(sql: string): void {
    this.#guard(() => this.#db.exec(sql))
  }

  prepare(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const made = this.#guard(() => this.#wrapped(sql))
    this.#statements.set(sql, made)
    return made
  }

  write<T>(work: () => T): T {
    return this.#transaction('BEGIN IMMEDIATE', work)
  }

  tryWrite(work: () => void): void {
    this.exec('PRAGMA busy_timeout = 0')
    try {
      this.write(work)
    } catch (error) {
      if (!(error instanceof StoreError) || !PASSING.has(error.code)) throw error
    } finally {
      this.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`)
    }
  }

  read<T>(work: () => T): T {
    return this.#transaction('BEGIN', work)
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #transaction<T>(begin: string, work: () => T): T {
    this.exec(begin)
    try {
      const result = work()
      this.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite rolls back by itself after some failures, a full disk among them.
      if (this.#db.isTransaction) this.exec('ROLLBACK')
      throw error
    }
  }

  #wrapped(sql: string): Statement {
    const statement = this.#db.prepare(sql)
    // The package types rows as unknown; SQLite gives nothing but `Value`s.
    return {
      run: (...values) => void this.#guard(() => statement.run(...values)),
      get: (...values) => this.#guard(() => statement.get(...values) as Row | undefined),
      all: (...values) => this.#guard(() => statement.all(...values) as Row[]),
      iterate: (...values) => this.#guard(() => statement.iterate(...values) as Iterable<Row>),
    }
  }

  #guard<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw storeError(error, this.path)
    }
  }
}

function immutableAddress(path: string): URL {
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  return address
}
/** What keeps a write from being done, and no reading. */
const PASSING: ReadonlySet<StoreErrorCode> = new Set(['busy', 'disk-full', 'read-only'])

const PATIENCE_MS = 15_000

/** 64 MiB mapped: a search reads scattered pages of signatures, and copying them costs more than reading. */
const READER_SETTINGS = `
  PRAGMA busy_timeout = ${PATIENCE_MS};
  PRAGMA mmap_size = 67108864;
  PRAGMA temp_store = MEMORY;
`

/** With WAL, NORMAL cannot harm the file: a crash of the machine may take the last commits, never their consistency. */
const WRITER_SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
`
