import { ApiFailure } from '../errors.ts'
import { startReporter } from '../workers/start-reporter.ts'
import type { ReportAnswer, ReportSettings } from './report-messages.ts'
import type { WorkRequest } from './work.ts'
import { TAKEN } from './work.ts'

/** One thread and the report it is at. Ended when it had nothing to do for a while: what it has open takes memory. */
export class ReportThread {
  readonly #worker: ReturnType<typeof startReporter>
  readonly #ended: () => void
  /** The transcript of the last report. */
  path: string | null = null
  #waiting: Waiting | null = null
  #idle: NodeJS.Timeout | undefined

  /** `ended`: it is not to be asked any more. */
  constructor(settings: ReportSettings, ended: () => void) {
    this.#ended = ended
    this.#worker = startReporter(settings)
    this.#worker.unref()
    this.#worker.on('message', (answer: ReportAnswer) => this.#hear(answer))
    this.#worker.on('error', (error) => this.#over(error))
    this.#worker.on('exit', () => this.#over(new Error('a thread for reports ended')))
  }

  get isBusy(): boolean {
    return this.#waiting !== null
  }

  /** The report as JSON; what comes in pieces is handed to `piece`. One at a time. */
  make(request: WorkRequest, piece: (bytes: Uint8Array) => void): Promise<string> {
    clearTimeout(this.#idle)
    this.path = request.file.path
    return new Promise((succeed, fail) => {
      this.#waiting = { succeed, fail, piece }
      this.#worker.postMessage(request)
    })
  }

  /** A piece was taken: there is room for another. */
  taken(): void {
    this.#worker.postMessage(TAKEN)
  }

  end(): void {
    clearTimeout(this.#idle)
    void this.#worker.terminate()
  }

  #hear(answer: ReportAnswer): void {
    const waiting = this.#waiting
    if (answer.kind === 'piece') return waiting?.piece(answer.bytes)
    this.#waiting = null
    this.#idle = setTimeout(() => {
      this.#ended()
      this.end()
    }, IDLE_MS).unref()
    if (answer.kind === 'made') waiting?.succeed(answer.text)
    else if (answer.kind === 'failed') waiting?.fail(new Error(answer.reason))
    else {
      const { status, code, message, remedy } = answer
      waiting?.fail(new ApiFailure(status, code, message, { remedy }))
    }
  }

  #over(error: Error): void {
    clearTimeout(this.#idle)
    this.#ended()
    this.#waiting?.fail(error)
    this.#waiting = null
  }
}

interface Waiting {
  readonly succeed: (text: string) => void
  readonly fail: (reason: unknown) => void
  readonly piece: (bytes: Uint8Array) => void
}

const IDLE_MS = 60_000
