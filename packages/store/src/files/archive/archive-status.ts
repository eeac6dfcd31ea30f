import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { SkeinHome } from '../../home.ts'
import { listManifests } from './manifest-files.ts'

/** How many sessions the archive has, and when it last changed. */
export interface ArchiveStatus {
  readonly sessions: number
  /** ms; null where there is no archive. */
  readonly lastArchived: number | null
}

/** A look at names alone. */
export function archiveStatus(home: SkeinHome): ArchiveStatus {
  const folder = statSync(join(home.archiveFolder, 'sessions'), { throwIfNoEntry: false })
  if (folder === undefined) return { sessions: 0, lastArchived: null }
  return { sessions: listManifests(home, 'sessions').size, lastArchived: folder.mtimeMs }
}
