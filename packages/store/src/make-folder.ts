import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, for their owner alone unless said; says whether it was not there.
 *
 * Node's own `recursive` never ends where a folder exists in which nothing can be made and the system calls that "not found",
 * as it does below /proc.
 */
export function makeFolder(path: string, mode = 0o700): boolean {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EEXIST' && statSync(path).isDirectory()) return false
    if (code !== 'ENOENT' || dirname(path) === path) throw error
  }
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    // Somebody else was faster.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
