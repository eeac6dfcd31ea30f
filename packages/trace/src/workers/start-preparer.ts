import { startWorker } from '@skein/store'
import type { PrepareSettings } from '../prepare/prepared-turn.ts'

/** A thread that prepares sessions. */
export function startPreparer(settings: PrepareSettings): ReturnType<typeof startWorker> {
  return startWorker('prepare-worker', { data: settings, beside: import.meta.url, youngHeap: YOUNG_HEAP })
}

/** What a turn is made of is forgotten with it. */
const YOUNG_HEAP = 48
