import { statSync, type Stats } from 'node:fs'
import { sessionPlace } from '../../files/session/session-place.ts'
import { isUnfinished } from '../db/stamps.ts'
import { lookOf } from '../../files/state/file-look.ts'
import type { Candidate } from './plan.ts'
import { isSame } from './plan.ts'
import { refresh, type RefreshOptions, type RefreshReport } from './refresh.ts'

/**
 * Brings the catalogue up to date with transcripts that somebody saw change.
 *
 * Contract: costs these files and what changed in them, whatever else there is. What they alone cannot tell (one is
 * gone, or stands behind a link; there is no catalogue yet) is found out by a whole refresh.
 */
export async function refreshFiles(
  paths: readonly string[],
  options: RefreshOptions,
): Promise<RefreshReport> {
  const candidates = paths.map((path) => candidateAt(path, options.roots))
  const { db } = options
  if (isUnfinished(db) || db.prepare('SELECT 1 FROM file LIMIT 1').get() === undefined)
    return refresh(options)
  const read: Candidate[] = []
  for (const candidate of candidates) {
    if (candidate === null) return refresh(options)
    const row = db.prepare('SELECT place, inode, size, mtime FROM file WHERE path = ?').get(candidate.path)
    const known = row && {
      // As the schema allows.
      place: row['place'] as 'disk' | 'archive',
      inode: Number(row['inode']),
      size: Number(row['size']),
      mtime: Number(row['mtime']),
    }
    if (!isSame(known, candidate)) read.push(candidate)
  }
  const report = { filesSeen: paths.length, filesRemoved: 0 }
  if (read.length === 0)
    return { ...report, filesRead: 0, bytesRead: 0, linesParsed: 0, rowsWritten: 0, diagnostics: [] }
  const { applyPlan } = await import('./apply-plan.ts')
  return {
    ...report,
    ...(await applyPlan({ read, archived: [], gone: [] }, null, { threads: 0, ...options })),
  }
}

function candidateAt(path: string, roots: readonly string[]): Candidate | null {
  const place = sessionPlace(path)
  const stats = statOf(path)
  if (place === null || !roots.includes(place.root) || stats?.isFile() !== true) return null
  return { path, ...place, ...lookOf(stats), place: 'disk' }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    // Gone or out of sight: the whole refresh tells which.
    return undefined
  }
}
