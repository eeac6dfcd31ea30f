import { liveSessions } from '@skein/store'
import { TraceError } from '../errors.ts'
import type { HistorySession } from './history.ts'
import type { TraceSender } from './sender.ts'

export interface HistoryRun {
  readonly sessions: readonly HistorySession[]
  readonly roots: readonly string[]
  /** ms */
  readonly now: number
  /** Only turns that began then or later, in ms. */
  readonly since?: number
  readonly again?: boolean
  readonly signal?: AbortSignal
  /** Bytes of transcripts that are behind us. */
  readonly onProgress?: (bytes: number) => void
}

/**
 * Sends what is new of many sessions. A session that nobody has open and that has been quiet for an hour is settled:
 * what is unfinished in it will stay so.
 *
 * Contract: where the target stops or the user does, what was sent stays sent, and the sender's report says why.
 */
export async function exportHistory(sender: TraceSender, run: HistoryRun): Promise<void> {
  const live = new Set(liveSessions(run.roots).map(({ session }) => session))
  const { since, again = false } = run
  let done = 0
  try {
    for (const session of run.sessions) {
      // Nobody hears a Ctrl-C while sessions are only looked at.
      await new Promise((done) => setImmediate(done))
      if (run.signal?.aborted) break
      const settled = !live.has(session.id) && run.now - session.changed > QUIET_MS
      const options = { settled, again, ...(since === undefined ? {} : { since }) }
      // What was not written to since then has no turn that began later.
      if (since === undefined || session.changed >= since)
        await session.open(
          (files) => sender.session(files, options),
          (files) => sender.isNew(files, options),
        )
      done += session.size
      run.onProgress?.(done)
    }
    await sender.flush()
  } catch (error) {
    if (!(error instanceof TraceError) || !['stopped', 'cancelled'].includes(error.code)) throw error
    await sender.settle()
  }
}

const QUIET_MS = 3_600_000
