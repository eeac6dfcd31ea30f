/** POSIX paths, for a package without `node:path`. */

/** An absolute path without `.` and `..`; a relative one is taken from `from`. */
export function resolvePath(from: string, path: string): string {
  const kept: string[] = []
  for (const part of (path.startsWith('/') ? path : `${from}/${path}`).split('/')) {
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.') kept.push(part)
  }
  return `/${kept.join('/')}`
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

export function basenameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
