import { statSync, type Stats } from 'node:fs'

/** What the file system says of a file, as far as it tells whether the file has changed. */
export interface FileLook {
  /** 0 where there is none: in the archive. */
  readonly inode: number
  readonly size: number
  /** ms; NaN where nobody looked since it was read. */
  readonly mtime: number
}

export function lookOf(stats: Stats): FileLook {
  // Some file systems number with 64 bits, more than a number holds exactly.
  return { inode: stats.ino % Number.MAX_SAFE_INTEGER, size: stats.size, mtime: stats.mtimeMs }
}

/** How a file looks now; null where there is none, or it is out of sight. */
export function lookAt(path: string): FileLook | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.isFile() === true ? lookOf(stats) : null
  } catch {
    // A folder on the way that may not be looked into, or is none.
    return null
  }
}
