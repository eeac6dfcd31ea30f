/**
 * One spelling for one file, whichever side of Windows and WSL wrote its path: forward slashes, an upper-case drive,
 * no `.` and `..`, no slash at the end. `C:\x`, `c:/x`, `/mnt/c/x` and `/cygdrive/c/x` are `C:/x`;
 * `\\wsl$\Ubuntu\home\x` and `//wsl.localhost/Ubuntu/home/x` are `/home/x`.
 *
 * Contract: pure text, no file is looked at. Normalising twice changes nothing. Backslashes of a POSIX path are
 * part of its names and stay. Upper and lower case of names stay: only the file system knows whether they matter.
 */
export function normalisePath(path: string): string {
  const once = respelled(path)
  // Taking `..` away can leave a drive at the front: `/x/../mnt/c`.
  return once === path ? path : normalisePath(once)
}

function respelled(path: string): string {
  if (path === '') return ''
  const { root, rest } = rootOf(path)
  const names = resolved(rest.split('/'), root !== '')
  if (root === '') return names.length === 0 ? '.' : names.join('/')
  return root.endsWith('/') || names.length === 0 ? root + names.join('/') : `${root}/${names.join('/')}`
}

/** Where a path begins, and the rest of it with forward slashes. No root: the path is relative. */
interface Rooted {
  readonly root: string
  readonly rest: string
}

function rootOf(path: string): Rooted {
  const slashed = path.replaceAll('\\', '/')
  const device = /^\/\/[?.]\/(?:UNC\/)?/i.exec(slashed)?.[0]
  const plain =
    device === undefined
      ? slashed
      : device.length > 4
        ? `//${slashed.slice(device.length)}`
        : slashed.slice(device.length)
  const drive = /^([A-Za-z]):(?:\/|$)/.exec(plain) ?? MOUNTED.exec(plain)
  if (drive !== null) return { root: `${drive[1].toUpperCase()}:/`, rest: plain.slice(drive[0].length) }
  const distribution = /^\/\/wsl(?:\$|\.localhost)\/[^/]+/i.exec(plain)?.[0]
  if (distribution !== undefined) return rootOf(plain.slice(distribution.length) || '/')
  const share = /^\/\/[^/]+\/[^/]+/.exec(plain)?.[0]
  if (share !== undefined && (path.startsWith('\\\\') || device !== undefined || path.startsWith('//')))
    return { root: share, rest: plain.slice(share.length) }
  if (path.startsWith('/')) return { root: '/', rest: path }
  if (plain.startsWith('/')) return { root: '/', rest: plain }
  // A relative path with backslashes is a Windows path.
  return { root: '', rest: slashed }
}

/** Where WSL and Cygwin show the drives of Windows. */
const MOUNTED = /^\/(?:mnt|cygdrive)\/([A-Za-z])(?:\/|$)/

function resolved(names: readonly string[], isRooted: boolean): string[] {
  const kept: string[] = []
  for (const name of names) {
    if (name === '' || name === '.') continue
    if (name !== '..') kept.push(name)
    else if (kept.length > 0 && kept[kept.length - 1] !== '..') kept.pop()
    else if (!isRooted) kept.push(name)
  }
  return kept
}
