import { statSync } from 'node:fs'
import type { UsageSlice } from '@skein/view'
import { openDatabase, type Database } from '../database.ts'
import { StoreError } from '../errors.ts'
import type { OpenBytes } from '../files/bytes/open-bytes.ts'
import type { SessionPlace } from '../files/session/session-place.ts'
import { configRoots } from '../files/discovery/config-roots.ts'
import { historyPrompts, lostPrompts, type HistoryPrompt } from '../files/sidecars/history.ts'
import { liveSessions, type LiveSession } from '../files/sidecars/live.ts'
import { skeinHome, type Environment, type SkeinHome } from '../home.ts'
import type { CataloguedTranscript, TranscriptFilter } from '../reader/catalogued-transcript.ts'
import type { CopiedSession } from '../reader/copied-session.ts'
import type { Finding } from '../reader/finding.ts'
import type { StoreHealth } from '../reader/health.ts'
import type { LineageNode } from '../reader/lineage-node.ts'
import type { Project } from '../reader/project.ts'
import type { Query } from '../reader/query/query.ts'
import type { SearchEvent, SearchOptions } from '../reader/search.ts'
import type { Page, SessionFilter, SessionPage } from '../reader/session-filter.ts'
import type { SessionReader } from '../reader/session-reader.ts'
import type { SliceOptions } from '../reader/usage.ts'
import { copiedSessions } from './catalogue/copied-sessions.ts'
import { findSession } from './catalogue/find-session.ts'
import { indexStatus, unreadableFiles } from './catalogue/index-status.ts'
import { lineageOf } from './catalogue/lineage.ts'
import { listProjects } from './catalogue/projects.ts'
import { countSessions, listSessions } from './catalogue/sessions.ts'
import { transcriptsOf } from './catalogue/transcripts.ts'
import { usageSlices } from './catalogue/usage-slices.ts'
import { emptyCache, openCache, type CacheDatabase } from './db/cache-database.ts'
import { refresh, type RefreshOptions, type RefreshReport } from './index/refresh.ts'
import { refreshFiles } from './index/refresh-files.ts'
import type { IndexDifference, VerifyOptions } from './index/verify.ts'

export interface StoreOptions {
  readonly env: Environment
  /** Config roots beside those the environment names. */
  readonly roots?: readonly string[]
}

/**
 * What Skein knows of the sessions of a machine, in a catalogue of its own.
 *
 * Contract: reading answers from the catalogue as it is; `refresh` brings it up to date at the
 * cost of what changed. Where the data directory cannot be written, an existing catalogue is still
 * read, and `readOnly` says so. What most commands do not need is loaded when it is asked for.
 */
export class Store implements SessionReader {
  readonly home: SkeinHome
  readonly roots: readonly string[]
  /** Why the catalogue has to be built again, see `openCache`. */
  readonly rebuilt: CacheDatabase['rebuilt']
  /** What keeps the catalogue from being written. */
  readonly readOnly: StoreError | null
  readonly #db: Database

  static open(options: StoreOptions): Store {
    return new Store(options)
  }

  private constructor({ env, roots = [] }: StoreOptions) {
    this.home = skeinHome(env)
    this.roots = configRoots(env, [...roots])
    const { db, rebuilt, readOnly } = openedCache(this.home)
    this.#db = db
    this.rebuilt = rebuilt
    this.readOnly = readOnly
  }

  async list(filter?: SessionFilter, page?: Page): Promise<SessionPage> {
    return listSessions(this.#db, filter, page)
  }

  async count(filter?: SessionFilter): Promise<number> {
    return this.#db.read(() => countSessions(this.#db, filter))
  }

  async find(name: string): Promise<Finding> {
    return findSession(this.#db, name)
  }

  async transcripts(filter: TranscriptFilter): Promise<readonly CataloguedTranscript[]> {
    return transcriptsOf(this.#db, filter)
  }

  async open(place: SessionPlace): Promise<OpenBytes> {
    const [found] = transcriptsOf(this.#db, place)
    const { openBytes } = await import('../files/bytes/open-bytes.ts')
    if (found !== undefined) return openBytes(this.home, found)
    throw new StoreError('not-found', `no such transcript: ${place.agent ?? place.session}`, {
      remedy: '`skein ls` shows what is there',
    })
  }

  async *search(query: Query, options: SearchOptions = {}): AsyncIterable<SearchEvent> {
    const { search } = await import('./search/search.ts')
    yield* search(query, { ...options, home: this.home, db: this.#db })
  }

  async usage(options?: SliceOptions): Promise<readonly UsageSlice[]> {
    return usageSlices(this.#db, options)
  }

  async lineage(session: string): Promise<readonly LineageNode[]> {
    return lineageOf(this.#db, session)
  }

  async copied(ids?: readonly string[]): Promise<readonly CopiedSession[]> {
    return copiedSessions(this.#db, ids)
  }

  async projects(): Promise<readonly Project[]> {
    return listProjects(this.#db)
  }

  async live(): Promise<readonly LiveSession[]> {
    return liveSessions(this.roots)
  }

  async lostPrompts(): Promise<readonly HistoryPrompt[]> {
    const rows = this.#db.prepare('SELECT DISTINCT session FROM file').all()
    const known = new Set(rows.map((row) => String(row['session'])))
    return this.roots.flatMap((root) => lostPrompts(historyPrompts(root), known))
  }

  async health(): Promise<StoreHealth> {
    return {
      index: indexStatus(this.home, this.#db),
      unreadable: unreadableFiles(this.#db),
      readOnly: this.readOnly?.message ?? null,
    }
  }

  async refresh(
    options: Pick<RefreshOptions, 'onProgress' | 'signal' | 'threads'> = {},
  ): Promise<RefreshReport> {
    if (this.readOnly !== null) throw this.readOnly
    return refresh({ ...options, home: this.home, db: this.#db, roots: [...this.roots] })
  }

  /** The same for transcripts that somebody saw change; costs those. */
  async refreshFiles(paths: readonly string[]): Promise<RefreshReport> {
    if (this.readOnly !== null) throw this.readOnly
    return refreshFiles(paths, { home: this.home, db: this.#db, roots: [...this.roots] })
  }

  /** Forgets the catalogue; the next refresh builds it again from the transcripts and the archive. */
  forget(): void {
    if (this.readOnly !== null) throw this.readOnly
    emptyCache(this.#db)
  }

  /** What the catalogue has wrong: reads every transcript again. */
  async verify(options?: VerifyOptions): Promise<IndexDifference[]> {
    const { verifyIndex } = await import('./index/verify.ts')
    return verifyIndex(this.home, this.#db, options)
  }

  close(): void {
    this.#db.close()
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
