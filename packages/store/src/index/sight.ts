import { statSync } from 'node:fs'
import type { Database } from '../db/database.ts'
import type { Discovery } from '../discovery/discover.ts'
import { seenIn } from '../discovery/found.ts'
import { setStamp, stampOf, type StampName } from '../db/stamps.ts'

/**
 * What there was to see when the catalogue had all of it: folders with their transcripts. A folder's time moves with every
 * name that comes or goes, so one that is as it was needs no look inside; a transcript's does with every line.
 */
type Sight = readonly Folder[]
type Folder = readonly [path: string, inode: number, mtime: number, files: readonly File[]]
type File = readonly [name: string, inode: number, size: number, mtime: number]

/**
 * Whether the catalogue still has all there is under some config roots: the number of transcripts, or null where only a
 * real look can tell.
 *
 * Contract: costs a look at each file's and each folder's size and time, and builds nothing from it.
 */
export function filesIfUnchanged(db: Database, roots: readonly string[]): number | null {
  const text = stampOf(db, nameOf(roots))
  if (text === '') return null
  // Written by `remember`.
  const sight = JSON.parse(text) as Sight
  let count = 0
  try {
    for (const [folder, inode, mtime, files] of sight) {
      const seen = statSync(folder)
      if (seen.mtimeMs !== mtime || seenIn(seen).inode !== inode) return null
      count += files.length
      for (const file of files) {
        const path = `${folder}/${file[0]}`
        const { size, mtimeMs, ino } = statSync(path)
        if (size === file[2] && mtimeMs === file[3] && ino % Number.MAX_SAFE_INTEGER === file[1]) continue
        if (!isIndexed(db, path)) return null
      }
    }
  } catch {
    // Something is gone, or cannot be looked at: the real look says what.
    return null
  }
  return count
}

/** Whether a file that changed has been read again since. */
function isIndexed(db: Database, path: string): boolean {
  const row = db.prepare("SELECT inode, size, mtime FROM file WHERE path = ? AND place = 'disk'").get(path)
  const { inode, size, mtime } = seenIn(statSync(path))
  return row !== undefined && row['inode'] === inode && row['size'] === size && row['mtime'] === mtime
}

/**
 * Remembers what was found at `started`, when the catalogue turned out to have all of it. Not where something could not be
 * seen, where links lead elsewhere, or where a folder changed just now: times move in steps, and it may change again within one.
 */
export function remember(
  db: Database,
  roots: readonly string[],
  { transcripts, diagnostics, folders, started }: Discovery & { readonly started: number },
): void {
  if (diagnostics.length > 0 || folders === null || transcripts.length === 0) return
  const files = new Map<string, File[]>(folders.map((path) => [path, []]))
  for (const { path, inode, size, mtime } of transcripts) {
    const slash = path.lastIndexOf('/')
    files.get(path.slice(0, slash))?.push([path.slice(slash + 1), inode, size, mtime])
  }
  const sight: Folder[] = []
  for (const [path, own] of files) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined || stats.mtimeMs > started - TIME_STEP_MS) return
    sight.push([path, seenIn(stats).inode, stats.mtimeMs, own])
  }
  db.tryWrite(() => setStamp(db, nameOf(roots), JSON.stringify(sight)))
}

/** 4 ms on Linux, 16 on Windows, a second on some servers; 2 s on FAT. */
const TIME_STEP_MS = 2500

function nameOf(roots: readonly string[]): StampName {
  return `sight ${JSON.stringify(roots)}`
}
