import { parentPort, workerData } from 'node:worker_threads'
import { makeReport, type ReportRequest } from '../reports/make-report.ts'
import type { ReportAnswer, ReportSettings } from '../reports/report-messages.ts'
import { failureOf } from '../routes/failure.ts'
import { OpenSessions } from '../sessions/open-sessions.ts'
import type { SessionFamily } from '../sessions/session-family.ts'

/** Makes the reports it is asked for, one after the other, until it is ended. */
const { home, prices } = workerData as ReportSettings // what start-reporter.ts started this with
const NOBODY: SessionFamily = { main: null, agents: [], isLive: false }
let family = NOBODY
const sessions = new OpenSessions({
  home,
  prices,
  familyOf: () => family,
  mostBytes: 128 * 1024 * 1024,
  mostOpen: 6,
})

parentPort?.on('message', (request: ReportRequest) => {
  family = request.family
  void answerTo(request).then((answer) => parentPort?.postMessage(answer))
})

async function answerTo(request: ReportRequest): Promise<ReportAnswer> {
  try {
    return {
      kind: 'made',
      text: JSON.stringify(await makeReport({ home, prices, sessions }, request)),
    }
  } catch (error) {
    const failure = failureOf(error)
    if (failure === null)
      return {
        kind: 'failed',
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }
    const { status, code, message, remedy } = failure
    return { kind: 'refused', status, code, message, remedy }
  }
}
