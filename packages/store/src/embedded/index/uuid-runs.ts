import type { Database, Value } from '../../database.ts'
import { mergedHashes } from './uuid-hash.ts'

/** Runs shorter than this are added to: 4 KB rewritten at most for an appended line, however long the transcript. */
const FULL_RUN = 512

/** Adds uuids of a file, as sorted hashes. Returns how many rows were written. */
export function addUuids(db: Database, fileId: number, hashes: BigUint64Array): number {
  if (hashes.length === 0) return 0
  const last = db.prepare(LAST_RUN).get(fileId, FULL_RUN * BYTES)
  if (last === undefined) {
    db.prepare('INSERT INTO uuid_run (file, hashes) VALUES (?, ?)').run(fileId, bytesOf(hashes))
  } else {
    const merged = mergedHashes(hashesOf(last['hashes']), hashes)
    db.prepare('UPDATE uuid_run SET hashes = ? WHERE id = ?').run(bytesOf(merged), last['id'] ?? 0)
  }
  return 1
}

/** Takes the uuids of a file out. */
export function removeUuids(db: Database, fileId: number): void {
  db.prepare('DELETE FROM uuid_run WHERE file = ?').run(fileId)
}

export interface UuidRun {
  readonly file: number
  readonly hashes: BigUint64Array
}

/** Every run of every file. */
export function* allRuns(db: Database): Generator<UuidRun> {
  for (const row of db.prepare('SELECT file, hashes FROM uuid_run').iterate())
    yield { file: Number(row['file']), hashes: hashesOf(row['hashes']) }
}

/** The uuids of a file, as hashes, sorted. */
export function uuidsOf(db: Database, fileId: number): BigUint64Array {
  const runs = db.prepare('SELECT hashes FROM uuid_run WHERE file = ?').all(fileId)
  return runs.map(({ hashes }) => hashesOf(hashes)).reduce(mergedHashes, new BigUint64Array(0))
}

const BYTES = BigUint64Array.BYTES_PER_ELEMENT

const LAST_RUN = 'SELECT id, hashes FROM uuid_run WHERE file = ? AND length(hashes) < ? LIMIT 1'

function bytesOf(hashes: BigUint64Array): Uint8Array {
  return new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength)
}

/** Copied: SQLite's bytes may stand at any address. */
function hashesOf(value: Value | undefined): BigUint64Array {
  return value instanceof Uint8Array ? new BigUint64Array(value.slice().buffer) : new BigUint64Array(0)
}
