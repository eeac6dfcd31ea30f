import type { SkeinHome } from '@skein/store'
import { TraceError } from '../errors.ts'
import { tryLock, type TargetLock } from '../ledger/target-lock.ts'
import { REAL_SEAMS, type ExportSeams } from './backoff.ts'

export interface LockOptions {
  readonly seams?: ExportSeams
  readonly signal?: AbortSignal
  /** Called once, when another process is found at work. */
  readonly onWait: () => void
}

/** Waits for the right to send to a target. */
export async function lockTarget(home: SkeinHome, target: string, options: LockOptions): Promise<TargetLock> {
  const { seams = REAL_SEAMS, signal } = options
  let hasWaited = false
  for (;;) {
    const lock = tryLock(home, target)
    if (lock !== null) return lock
    if (!hasWaited) options.onWait()
    hasWaited = true
    await seams.sleep(LOOK_MS, signal)
    if (signal?.aborted)
      throw new TraceError('cancelled', 'stopped', { remedy: 'run it again to go on: nothing was sent' })
  }
}

const LOOK_MS = 250
