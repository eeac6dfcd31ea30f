import { join } from 'node:path'
import { makeFolder, makeHome, tryProcessLock, type ProcessLock, type SkeinHome } from '@skein/store'

/** The right to send to a target. */
export type TargetLock = ProcessLock

/** Takes the lock of a target; null where another process has it. */
export function tryLock(home: SkeinHome, target: string): TargetLock | null {
  makeHome(home)
  const folder = join(home.folder, 'trace')
  makeFolder(folder)
  return tryProcessLock(join(folder, `${target}.lock`))
}
