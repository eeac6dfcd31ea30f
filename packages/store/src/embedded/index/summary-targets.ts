import type { Database } from '../../database.ts'
import type { SummaryLine } from './delta.ts'
import { setStamp, stampOf } from '../db/stamps.ts'
import { hasHash, uuidHash } from './uuid-hash.ts'
import { allRuns } from './uuid-runs.ts'

/**
 * The `summary` table: titles that name their conversation by an entry, and the file that has the entry.
 *
 * Contract: a summary's file is the same whichever of the two was read first. New uuids are compared with the known summaries
 * in the transaction that adds them; new summaries are marked in theirs, and `findTargets` looks for their files once
 * for all, so that a process that dies in between leaves the mark.
 */
export function addSummaries(db: Database, fileId: number, summaries: readonly SummaryLine[]): number {
  for (const { leaf, text, offset } of summaries)
    db.prepare('INSERT INTO summary (file, leaf, text, offset) VALUES (?, ?, ?, ?)').run(
      fileId,
      leaf,
      text,
      offset,
    )
  if (summaries.length > 0) setStamp(db, 'summaries', 'open')
  return summaries.length
}

/** Takes the summaries of a file out, and lets go of it those that name it. */
export function removeSummaries(db: Database, fileId: number): number {
  const own = db.prepare('DELETE FROM summary WHERE file = ? RETURNING 1').all(fileId).length
  const named = db.prepare('UPDATE summary SET target = NULL WHERE target = ? RETURNING 1').all(fileId).length
  if (named > 0) setStamp(db, 'summaries', 'open')
  return own + named
}

/** Summaries whose file was looked for, by the hash of the uuid they name; good for one transaction. */
export class KnownSummaries {
  readonly #db: Database
  readonly #byHash = new Map<bigint, KnownSummary[]>()

  constructor(db: Database) {
    this.#db = db
    // Where there are marked ones, `findTargets` is going to look through all files for those without.
    const which = stampOf(db, 'summaries') === 'open' ? 'WHERE target IS NOT NULL' : ''
    for (const { rowid, leaf, target } of db
      .prepare(`SELECT rowid, leaf, target FROM summary ${which}`)
      .iterate()) {
      const hash = uuidHash(String(leaf))
      const summary = { id: Number(rowid), target: target === null ? null : Number(target) }
      const others = this.#byHash.get(hash)
      if (others === undefined) this.#byHash.set(hash, [summary])
      else others.push(summary)
    }
  }

  /** A file has new uuids: it may be what some summaries name. Returns how many rows were written. */
  claim(fileId: number, uuids: BigUint64Array): number {
    let written = 0
    for (const summary of this.#namedIn(uuids)) {
      const best = betterTarget(this.#db, summary.target ?? fileId, fileId)
      if (best === summary.target) continue
      this.#db.prepare('UPDATE summary SET target = ? WHERE rowid = ?').run(best, summary.id)
      summary.target = best
      written++
    }
    return written
  }

  *#namedIn(uuids: BigUint64Array): Generator<KnownSummary> {
    if (this.#byHash.size < uuids.length / SEARCH_COST) {
      for (const [hash, named] of this.#byHash) if (hasHash(uuids, hash)) yield* named
    } else if (this.#byHash.size > 0) {
      for (const hash of uuids) yield* this.#byHash.get(hash) ?? []
    }
  }
}

interface KnownSummary {
  readonly id: number
  target: number | null
}

/** Looks for the files of marked summaries among all uuids. Runs in a transaction. Returns how many rows were written. */
export function findTargets(db: Database): number {
  if (stampOf(db, 'summaries') !== 'open') return 0
  const open = db.prepare('SELECT rowid, leaf FROM summary WHERE target IS NULL').all()
  const targets = bestTargets(db, new Set(open.map(({ leaf }) => uuidHash(String(leaf)))))
  let written = 0
  for (const { rowid, leaf } of open) {
    const target = targets.get(uuidHash(String(leaf)))
    if (target === undefined) continue
    db.prepare('UPDATE summary SET target = ? WHERE rowid = ?').run(target, rowid)
    written++
  }
  setStamp(db, 'summaries', '')
  return written
}

/** Which file each of some uuids stands in; those that stand nowhere are left out. */
export function bestTargets(db: Database, wanted: ReadonlySet<bigint>): Map<bigint, number> {
  const found = new Map<bigint, number>()
  if (wanted.size === 0) return found
  for (const { file, hashes } of allRuns(db))
    for (const hash of hashes)
      if (wanted.has(hash)) found.set(hash, betterTarget(db, found.get(hash) ?? file, file))
  return found
}

/** A search in sorted hashes takes about so many times as long as one look-up in a map. */
const SEARCH_COST = 4

/** Forks share their origin's entries: the origin is meant, a session rather than a sub-agent, else the smaller path. */
function betterTarget(db: Database, a: number, b: number): number {
  if (a === b) return a
  const best = db
    .prepare(
      "SELECT id FROM file WHERE id IN (?, ?) ORDER BY agent IS NOT NULL, forked_from <> '', path LIMIT 1",
    )
    .get(a, b)
  return Number(best?.['id'] ?? b)
}
