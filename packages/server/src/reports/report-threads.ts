import { ApiFailure } from '../errors.ts'
import { stampOf } from '../sessions/agent-file.ts'
import type { ReportRequest } from './make-report.ts'
import type { ReportSettings } from './report-messages.ts'
import { ReportThread } from './report-thread.ts'

/**
 * Reports of whole sessions, made in threads of their own so that nobody else waits for them. A report is kept as long as
 * the transcripts it was made of are what they were: a panel that is opened again, or a second reader, costs nothing.
 *
 * Contract: two threads at most, and a bounded number of reports that wait for one. What nobody waits for any more is not
 * made; a thread that is at it is ended.
 */
export class ReportThreads {
  readonly #settings: ReportSettings
  readonly #threads: ReportThread[] = []
  /** By name and state, in the order in which they were asked for. */
  readonly #jobs = new Map<string, Job>()
  /** By name, what was asked for last at the end. */
  readonly #kept = new Map<string, { readonly state: string; readonly text: string }>()
  #keptUnits = 0
  #closed = false

  constructor(settings: ReportSettings) {
    this.#settings = settings
  }

  /** The report as JSON. */
  async make(request: ReportRequest, signal: AbortSignal): Promise<string> {
    const name = JSON.stringify([request.file.path, request.report, request.query])
    const state = JSON.stringify([
      stampOf(request.file),
      request.family.isLive,
      request.family.agents.map(({ path, size }) => [path, size]),
    ])
    const kept = this.#kept.get(name)
    if (kept?.state === state) {
      this.#keep(name, kept)
      return kept.text
    }
    const job = this.#job(name, state, request)
    const leave = (): void => this.#leave(job)
    job.waiting++
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    this.#next()
    try {
      return await job.done
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  close(): void {
    this.#closed = true
    for (const job of this.#jobs.values()) job.fail(stopped())
    this.#jobs.clear()
    for (const thread of this.#threads.splice(0)) thread.end()
  }

  #job(name: string, state: string, request: ReportRequest): Job {
    const key = JSON.stringify([name, state])
    const known = this.#jobs.get(key)
    if (known !== undefined) return known
    if (this.#closed) throw stopped()
    if (this.#jobs.size >= MOST_WAITING)
      throw new ApiFailure(503, 'busy', 'too many reports are being made', { retryAfter: 5 })
    const job = new Job(key, name, state, request)
    this.#jobs.set(key, job)
    return job
  }

  /** Gives what waits to whoever is free; best to who had the same transcript last. */
  #next(): void {
    for (const job of this.#jobs.values()) {
      if (job.thread !== null) continue
      const { path } = job.request.file
      const free = this.#threads.filter(({ isBusy }) => !isBusy)
      const thread = free.find((one) => one.path === path) ?? free[0] ?? this.#started()
      if (thread === null) return
      void this.#work(thread, job)
    }
  }

  #started(): ReportThread | null {
    if (this.#threads.length >= MOST_THREADS) return null
    const thread = new ReportThread(this.#settings, () => this.#forget(thread))
    this.#threads.push(thread)
    return thread
  }

  async #work(thread: ReportThread, job: Job): Promise<void> {
    job.thread = thread
    try {
      const text = await thread.make(job.request)
      this.#keep(job.name, { state: job.state, text })
      job.succeed(text)
    } catch (error) {
      job.fail(error)
    }
    if (this.#jobs.get(job.key) === job) this.#jobs.delete(job.key)
    this.#next()
  }

  #leave(job: Job): void {
    job.waiting--
    if (job.waiting > 0 || this.#jobs.get(job.key) !== job) return
    this.#jobs.delete(job.key)
    job.fail(new ApiFailure(503, 'cancelled', 'nobody waits for the report any more'))
    if (job.thread === null) return
    this.#forget(job.thread)
    job.thread.end()
    this.#next()
  }

  #forget(thread: ReportThread): void {
    const at = this.#threads.indexOf(thread)
    if (at >= 0) this.#threads.splice(at, 1)
  }

  #keep(name: string, report: { readonly state: string; readonly text: string }): void {
    this.#keptUnits += report.text.length - (this.#kept.get(name)?.text.length ?? 0)
    this.#kept.delete(name)
    this.#kept.set(name, report)
    for (const [oldest, { text }] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT && this.#keptUnits <= MOST_UNITS) return
      this.#kept.delete(oldest)
      this.#keptUnits -= text.length
    }
  }
}

const MOST_THREADS = 2
const MOST_WAITING = 32
const MOST_KEPT = 64
const MOST_UNITS = 16 * 1024 * 1024

function stopped(): ApiFailure {
  return new ApiFailure(503, 'stopped', 'the server is going down')
}

class Job {
  readonly key: string
  readonly name: string
  readonly state: string
  readonly request: ReportRequest
  readonly done: Promise<string>
  succeed: (text: string) => void = () => {}
  fail: (reason: unknown) => void = () => {}
  /** Who is at it. */
  thread: ReportThread | null = null
  /** How many want it. */
  waiting = 0

  constructor(key: string, name: string, state: string, request: ReportRequest) {
    this.key = key
    this.name = name
    this.state = state
    this.request = request
    this.done = new Promise((succeed, fail) => {
      this.succeed = succeed
      this.fail = fail
    })
    // Whoever waits is told; it may be that nobody does any more.
    this.done.catch(() => {})
  }
}
