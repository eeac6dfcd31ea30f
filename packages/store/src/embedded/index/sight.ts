import { statSync } from 'node:fs'
import type { Database } from '../../database.ts'
import type { Discovery } from '../../files/discovery/discover.ts'
import { seenAt } from '../../files/discovery/seen-at.ts'
import { lookOf, type FileLook } from '../../files/state/file-look.ts'
import { isSameLook, isSameNumbers } from '../../files/state/file-state.ts'

/*
 * What there was to see when the catalogue had all of it: folders and transcripts. A folder's time moves with every name that
 * comes or goes, so one that is as it was needs no look inside; a transcript's does with every line.
 *
 * One text and one array of numbers, since every command looks at all of it: an object a file takes longer to make, and to
 * collect again, than the file system takes to answer.
 */

/**
 * Whether the catalogue still has all there is under some config roots: the number of transcripts, or null where only a
 * real look can tell.
 *
 * Contract: costs a look at each file's and each folder's size and time, and builds nothing from it.
 */
export function filesIfUnchanged(db: Database, roots: readonly string[]): number | null {
  const row = db.prepare('SELECT files, paths, seen FROM sight WHERE roots = ?').get(JSON.stringify(roots))
  if (row === undefined) return null
  // Two BLOBs, written by `remember`.
  const paths = Buffer.from(row['paths'] as Uint8Array).toString()
  const seen = new Float64Array(Uint8Array.from(row['seen'] as Uint8Array).buffer)
  let start = 0
  try {
    for (let at = 0; at < seen.length; at += 3) {
      const stop = paths.indexOf(END, start)
      const path = paths.slice(start, stop)
      start = stop + END.length
      const now = seenAt(path)
      if (!isSameNumbers(now, seen, at) && !isIndexed(db, path, now)) return null
    }
  } catch {
    // Something is gone, or cannot be looked at: the real look says what.
    return null
  }
  return Number(row['files'])
}

/** No path holds one. */
const END = '\0'

/** Whether what changed is a file that has been read again since. */
function isIndexed(db: Database, path: string, now: FileLook): boolean {
  const row = db.prepare("SELECT inode, size, mtime FROM file WHERE path = ? AND place = 'disk'").get(path)
  if (row === undefined) return false
  const known = { inode: Number(row['inode']), size: Number(row['size']), mtime: Number(row['mtime']) }
  return isSameLook(known, now)
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
  const sights: (FileLook & { readonly path: string })[] = [...transcripts]
  let paths = ''
  const seen: number[] = []
  for (const path of folders) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined || stats.mtimeMs > started - TIME_STEP_MS) return
    sights.push({ path, ...lookOf(stats) })
  }
  for (const { path, inode, size, mtime } of sights) {
    paths += path + END
    seen.push(inode, size, mtime)
  }
  const bytes = new Uint8Array(Float64Array.from(seen).buffer)
  db.tryWrite(() =>
    db
      .prepare('INSERT OR REPLACE INTO sight VALUES (?, ?, ?, ?)')
      .run(JSON.stringify(roots), transcripts.length, Buffer.from(paths), bytes),
  )
}

/** 4 ms on Linux, 16 on Windows, a second on some servers; 2 s on FAT. */
const TIME_STEP_MS = 2500
