import { startWorker } from '@skein/store'
import type { ReportSettings } from '../reports/report-messages.ts'

/** A thread that makes reports. */
export function startReporter(settings: ReportSettings): ReturnType<typeof startWorker> {
  return startWorker('report-worker', { data: settings, beside: import.meta.url, youngHeap: YOUNG_HEAP })
}

/** What a report is made of is forgotten with it. */
const YOUNG_HEAP = 64
