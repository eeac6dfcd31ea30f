import { statSync } from 'node:fs'
import { lookOf, type FileLook } from '../state/file-look.ts'

/** How a file or a folder looks now; throws where it cannot be looked at. */
export type SeenAt = (path: string) => FileLook

/** By Node's own function. */
export const seenByStats: SeenAt = (path) => lookOf(statSync(path))

/**
 * By the numbers that Node's function makes its answer of, where they can be had; null elsewhere.
 *
 * Node 20 makes four dates for every file, which takes longer than the file system does; later versions make them when they
 * are asked for. A look for changed files asks for all there are.
 */
export function seenByNumbers(): SeenAt | null {
  if (!process.version.startsWith('v20.')) return null
  try {
    const { stat } = (process as unknown as LegacyProcess).binding('fs')
    return (path) => {
      const numbers = stat(path, false, undefined, {})
      // An early version: what went wrong is thrown from here.
      if (numbers === undefined) return seenByStats(path)
      return {
        inode: numbers[7] % Number.MAX_SAFE_INTEGER,
        size: numbers[8],
        mtime: numbers[12] * 1000 + numbers[13] / 1e6,
      }
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
    readonly stat: (
      path: string,
      isBig: false,
      request: undefined,
      failure: object,
    ) => Float64Array | undefined
  }
}

export const seenAt: SeenAt = seenByNumbers() ?? seenByStats
