import { statSync } from 'node:fs'
import type { Database } from '../../database.ts'
import { lookOf, type FileLook } from '../../files/state/file-look.ts'
import { changeByLook } from '../../files/state/file-state.ts'
import type { ReadFailure, ReadJob } from './delta.ts'
import { fileAt, type FileRow } from './file-table.ts'
import type { Reading } from './index-writer.ts'
import { isSame, type Candidate } from './plan.ts'
import { failureOf } from './read-deltas.ts'

/** Files to be read, biggest first: the last ones to end are then small, and threads end together. */
export interface Jobs {
  readonly jobs: readonly ReadJob[]
  /** What the writer has to know of each, at the same index. */
  readonly readings: readonly Reading[]
  /** Bytes that are not known yet. */
  readonly bytes: number
  readonly failures: readonly ReadFailure[]
}

export function jobsFor(db: Database, candidates: readonly Candidate[]): Jobs {
  const planned: { job: ReadJob; reading: Reading; bytes: number }[] = []
  const failures: ReadFailure[] = []
  for (const candidate of candidates) {
    // Another process may have read it since, or it may have grown: both are looked at as they are now.
    const seen = candidate.place === 'disk' ? seenNow(candidate.path) : candidate
    if ('code' in seen) {
      failures.push(seen)
      continue
    }
    const { inode, size, mtime } = seen
    const now: Candidate = { ...candidate, inode, size, mtime }
    const row = fileAt(db, candidate.path)
    if (isSame(row, now)) continue
    const from = row !== undefined && hasGrown(row, now) ? row.point : null
    const state = row === undefined ? null : { readings: row.readings, offset: row.point.offset }
    planned.push({
      job: {
        path: now.path,
        place: now.place,
        agentFile: now.agent !== null,
        from,
        seen: { inode, size, mtime },
      },
      reading: { candidate: now, state },
      bytes: size - (from?.offset ?? 0),
    })
  }
  planned.sort((a, b) => b.bytes - a.bytes)
  return {
    jobs: planned.map(({ job }) => job),
    readings: planned.map(({ reading }) => reading),
    bytes: planned.reduce((sum, { bytes }) => sum + bytes, 0),
    failures,
  }
}

function seenNow(path: string): FileLook | ReadFailure {
  try {
    return lookOf(statSync(path))
  } catch (error) {
    return failureOf(error, path)
  }
}

/** Whether it may only have been appended to. Its bytes have the last word, see `readDeltas`. */
function hasGrown(row: FileRow, now: Candidate): boolean {
  const known = { inode: row.inode, size: row.size, mtime: row.mtime, offset: row.point.offset }
  return row.place === now.place && changeByLook(known, now) === 'grown'
}
