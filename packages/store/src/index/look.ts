import { statSync } from 'node:fs'

/** Whether a path has the inode, size and mtime that stand in `seen` from `at` on. Throws where it cannot be looked at. */
export type Look = (path: string, seen: Float64Array, at: number) => boolean

/** By Node's own function. */
export const lookByStats: Look = (path, seen, at) => {
  const { ino, size, mtimeMs } = statSync(path)
  return mtimeMs === seen[at + 2] && size === seen[at + 1] && ino % Number.MAX_SAFE_INTEGER === seen[at]
}

/**
 * By the numbers that Node's function makes its answer of, where they can be had; null elsewhere.
 *
 * Node 20 makes four dates for every file, which takes longer than the file system does; later versions make them when they
 * are asked for. Numbers that meant something else could only make a file look changed.
 */
export function lookByNumbers(): Look | null {
  if (!process.version.startsWith('v20.')) return null
  try {
    const { stat } = (process as unknown as LegacyProcess).binding('fs')
    return (path, seen, at) => {
      const numbers = stat(path, false, undefined, {})
      if (numbers === undefined) throw new Error(`${path} cannot be looked at`)
      const mtime = numbers[12] * 1000 + numbers[13] / 1e6
      return (
        mtime === seen[at + 2] &&
        numbers[8] === seen[at + 1] &&
        numbers[7] % Number.MAX_SAFE_INTEGER === seen[at]
      )
    }
  } catch {
    // Node's permission model keeps it from programs.
    return null
  }
}

/** There for old programs, and not among Node's types. */
interface LegacyProcess {
  binding(name: 'fs'): {
    /** `failure`: where early versions of Node 20 put what went wrong, instead of throwing it. */
    stat(path: string, isBig: false, request: undefined, failure: object): Float64Array | undefined
  }
}
