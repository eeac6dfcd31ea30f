import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { SkeinHome } from '../../home.ts'

/** Stays the same as long as `listArchived` would say the same: one `stat`, for callers that remember. */
export function archiveStamp({ archiveFolder }: SkeinHome): string {
  return folderStamp(join(archiveFolder, 'sessions'))
}

/**
 * Changes with every name that comes or goes; `''` where the folder does not exist. A folder's time
 * moves in steps, so one that changed just now may change again without showing it: until it has been
 * quiet for a moment, it is never the same twice.
 */
export function folderStamp(folder: string): string {
  const stat = statSync(folder, { bigint: true, throwIfNoEntry: false })
  if (stat === undefined) return ''
  const quiet = Date.now() - Number(stat.mtimeMs) > TIME_STEP_MS
  return `${stat.ino}.${stat.mtimeNs}${quiet ? '' : `.${process.hrtime.bigint()}`}`
}

/** 4 ms on Linux, 16 on Windows; 2 s on FAT, where nobody keeps an archive. */
const TIME_STEP_MS = 50
