import { parentPort, workerData } from 'node:worker_threads'
import { makeEdit } from '../edits/edit-session.ts'
import { makeExport } from '../reports/make-export.ts'
import { makeReport } from '../reports/make-report.ts'
import type { ReportAnswer, ReportSettings } from '../reports/report-messages.ts'
import { MOST_AHEAD, TAKEN, type WorkRequest } from '../reports/work.ts'
import { failureOf } from '../routes/failure.ts'
import { OpenSessions } from '../sessions/open-sessions.ts'

/** Does what it is asked for, one after the other, until it is ended. */
const { home, prices } = workerData as ReportSettings // what start-reporter.ts started this with
const sessions = new OpenSessions({ home, prices, mostBytes: 128 * 1024 * 1024, mostOpen: 6 })

/** Pieces that were sent and not taken yet. */
let ahead = 0
let goOn: () => void = () => {}

parentPort?.on('message', (request: WorkRequest | typeof TAKEN) => {
  if (request === TAKEN) {
    ahead--
    return goOn()
  }
  ahead = 0
  void answerTo(request).then((answer) => parentPort?.postMessage(answer))
})

async function answerTo(request: WorkRequest): Promise<ReportAnswer> {
  try {
    return { kind: 'made', text: JSON.stringify(await done(request)) }
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

async function done(request: WorkRequest): Promise<unknown> {
  const desk = { home, prices, sessions }
  if (request.report === 'edit') return makeEdit(desk, request)
  if (request.report !== 'export') return makeReport(desk, request)
  await makeExport(desk, request, send)
  return null
}

/** Waits while nobody takes what was sent: a slow reader holds a few pieces in memory, not the session. */
async function send(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  parentPort?.postMessage({ kind: 'piece', bytes } satisfies ReportAnswer, [bytes.buffer])
  ahead++
  while (ahead >= MOST_AHEAD)
    await new Promise<void>((wake) => {
      goOn = wake
    })
}
