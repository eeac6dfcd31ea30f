import { statSync } from 'node:fs'
import type { UsageSlice } from '@skein/view'
import { findSession, type Finding } from './catalogue/find-session.ts'
import { indexStatus, unreadableFiles, type IndexStatus } from './catalogue/index-status.ts'
import type { Session } from './catalogue/session.ts'
import { listSessions, type SessionFilter } from './catalogue/sessions.ts'
import { usageSlices, type SliceOptions } from './catalogue/usage-slices.ts'
import { emptyCache, openCache, type CacheDatabase } from './db/cache-database.ts'
import { openDatabase, type Database } from '../database.ts'
import { configRoots } from '../files/discovery/config-roots.ts'
import { StoreError } from '../errors.ts'
import { skeinHome, type Environment, type SkeinHome } from '../home.ts'
import { refresh, type RefreshDiagnostic, type RefreshOptions, type RefreshReport } from './index/refresh.ts'
import { refreshFiles } from './index/refresh-files.ts'
import { historyPrompts, lostPrompts, type HistoryPrompt } from '../files/sidecars/history.ts'
import { liveSessions, type LiveSession } from '../files/sidecars/live.ts'

export interface StoreOptions {
  readonly env: Environment
  /** Config roots beside those the environment names. */
  readonly roots?: readonly string[]
}

/**
 * Everything Skein knows of the sessions of a machine.
 *
 * Contract: reading answers from the catalogue as it stands; `refresh` brings it up to date at the
 * cost of what changed. Where the data directory cannot be written, an existing catalogue is still
 * read, and `readOnly` says so.
 */
export class Store {
  readonly home: SkeinHome
  readonly roots: readonly string[]
  readonly db: Database
  /** Why the catalogue has to be built again, see `openCache`. */
  readonly rebuilt: CacheDatabase['rebuilt']
  /** What keeps the catalogue from being written. */
  readonly readOnly: StoreError | null

  static open(options: StoreOptions): Store {
    return new Store(options)
  }

  private constructor({ env, roots = [] }: StoreOptions) {
    this.home = skeinHome(env)
    this.roots = configRoots(env, [...roots])
    const { db, rebuilt, readOnly } = openedCache(this.home)
    this.db = db
    this.rebuilt = rebuilt
    this.readOnly = readOnly
  }

  async refresh(
    options: Pick<RefreshOptions, 'onProgress' | 'signal' | 'threads'> = {},
  ): Promise<RefreshReport> {
    if (this.readOnly !== null) throw this.readOnly
    return refresh({ ...options, home: this.home, db: this.db, roots: [...this.roots] })
  }

  /** The same for transcripts that somebody saw change; costs those. */
  async refreshFiles(paths: readonly string[]): Promise<RefreshReport> {
    if (this.readOnly !== null) throw this.readOnly
    return refreshFiles(paths, { home: this.home, db: this.db, roots: [...this.roots] })
  }

  /** Forgets the catalogue; the next refresh builds it again from the transcripts and the archive. */
  forget(): void {
    if (this.readOnly !== null) throw this.readOnly
    emptyCache(this.db)
  }

  status(): IndexStatus {
    return indexStatus(this.home, this.db)
  }

  /** Transcripts that were indexed and cannot be read any more, though they are there. */
  unreadable(): RefreshDiagnostic[] {
    return unreadableFiles(this.db)
  }

  sessions(filter: SessionFilter = {}): Session[] {
    return listSessions(this.db, filter)
  }

  find(name: string): Finding {
    return findSession(this.db, name)
  }

  usage(options: SliceOptions = {}): UsageSlice[] {
    return usageSlices(this.db, options)
  }

  /** Sessions that a running Claude Code has open. */
  live(): LiveSession[] {
    return liveSessions(this.roots)
  }

  /** Prompts of sessions that are gone: the history kept them, nothing else is left. */
  lostPrompts(): HistoryPrompt[] {
    const rows = this.db.prepare('SELECT DISTINCT session FROM file').all()
    const known = new Set(rows.map((row) => String(row['session'])))
    return this.roots.flatMap((root) => lostPrompts(historyPrompts(root), known))
  }

  close(): void {
    this.db.close()
  }
}

interface OpenedCache extends CacheDatabase {
  readonly readOnly: StoreError | null
}

function openedCache(home: SkeinHome): OpenedCache {
  try {
    return { ...openCache(home), readOnly: null }
  } catch (error) {
    if (!(error instanceof StoreError) || !['read-only', 'disk-full'].includes(error.code)) throw error
    return { db: readable(home, error), rebuilt: null, readOnly: error }
  }
}

function readable(home: SkeinHome, reason: StoreError): Database {
  // A log that cannot be read with its database has the last commits: without them it may be no whole.
  const hasLog = (statSync(`${home.cacheFile}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  for (const immutable of hasLog ? [false] : [false, true]) {
    try {
      return checked(openDatabase(home.cacheFile, { readOnly: true, immutable }))
    } catch {
      // There is no old catalogue either: why there can be no new one is what people need to know.
    }
  }
  throw reason
}

function checked(db: Database): Database {
  try {
    db.prepare('SELECT 1 FROM file LIMIT 1').get()
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
