import { setImmediate } from 'node:timers/promises'
import type { ReadJob, ReadResult } from './delta.ts'
import { PieceBuffer } from './piece-reader.ts'
import { readDeltas } from './read-deltas.ts'
import type { RefreshOptions } from './refresh-options.ts'

/** Reads files on this thread, one after another. */
export async function* readHere(
  jobs: readonly ReadJob[],
  { home, signal }: Pick<RefreshOptions, 'home' | 'signal'>,
): AsyncGenerator<ReadResult> {
  const buffer = new PieceBuffer()
  let lastPause = performance.now()
  for (const [index, job] of jobs.entries()) {
    const deltas = readDeltas(home, buffer, job)
    for (;;) {
      if (signal?.aborted) {
        deltas.return(null)
        return
      }
      const next = deltas.next()
      if (next.done === true) {
        yield { index, failure: next.value }
        break
      }
      yield { index, delta: next.value }
      // Signals and other work of this thread get their turn.
      if (performance.now() - lastPause < PAUSE_MS) continue
      await setImmediate()
      lastPause = performance.now()
    }
  }
}

const PAUSE_MS = 20
