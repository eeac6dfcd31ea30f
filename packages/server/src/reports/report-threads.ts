import { ApiFailure } from '../errors.ts'
import { stampOf } from '../sessions/agent-file.ts'
import { randomUUID } from 'node:crypto'
import type { ReportRequest } from './make-report.ts'
import { Pieces } from './pieces.ts'
import type { ReportSettings } from './report-messages.ts'
import { ReportThread } from './report-thread.ts'
import type { EditWork, ExportWork, WorkRequest } from './work.ts'

/**
 * Work on whole sessions (reports, edits, exports), done in threads of their own so that nobody else waits for it. A report
 * is kept as long as the transcripts it was made of are what they were: a panel that is opened again, or a second reader,
 * costs nothing.
 *
 * Contract: two threads at most for exports, which last as long as their readers are slow, and two for the rest; a bounded
 * number of requests that wait for one. What nobody waits for any more is not done, and a thread that is at it is ended,
 * except an edit that writes.
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
    const text = await this.#wanted(this.#job(name, state, request), signal)
    this.#keep(name, { state, text })
    return text
  }

  async #wanted(job: Job, signal: AbortSignal): Promise<string> {
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

  /** Edits a session, or plans to; JSON. Who leaves does not stop what is written already. */
  edit(request: EditWork, signal: AbortSignal): Promise<string> {
    const job = this.#job(randomUUID(), '', request)
    return this.#wanted(job, request.edit.dryRun ? signal : NEVER)
  }

  /** A whole session in pieces, made as they are taken. */
  export(request: ExportWork, signal: AbortSignal): AsyncIterableIterator<Uint8Array> {
    const job = this.#job(randomUUID(), '', request)
    const leaving = new AbortController()
    const pieces = new Pieces({ taken: () => job.thread?.taken(), left: () => leaving.abort() })
    job.piece = (bytes) => pieces.push(bytes)
    this.#wanted(job, AbortSignal.any([signal, leaving.signal])).then(
      () => pieces.end(),
      (error: unknown) => pieces.end(error),
    )
    return pieces
  }

  close(): void {
    this.#closed = true
    for (const job of this.#jobs.values()) job.fail(stopped())
    this.#jobs.clear()
    for (const thread of this.#threads.splice(0)) thread.end()
  }

  #job(name: string, state: string, request: WorkRequest): Job {
    const key = JSON.stringify([name, state])
    const known = this.#jobs.get(key)
    if (known !== undefined) return known
    if (this.#closed) throw stopped()
    if (this.#jobs.size >= MOST_WAITING)
      throw new ApiFailure(503, 'busy', 'too many sessions are being worked on', { retryAfter: 5 })
    const job = new Job(key, request)
    this.#jobs.set(key, job)
    return job
  }

  /** Gives what waits to whoever is free; best to who had the same transcript last. */
  #next(): void {
    for (const job of this.#jobs.values()) {
      if (job.thread !== null || this.#isFull(job.lane)) continue
      const { path } = job.request.file
      const free = this.#threads.filter(({ isBusy }) => !isBusy)
      const thread = free.find((one) => one.path === path) ?? free[0] ?? this.#started()
      if (thread === null) return
      void this.#work(thread, job)
    }
  }

  #isFull(lane: Lane): boolean {
    let busy = 0
    for (const job of this.#jobs.values()) if (job.lane === lane && job.thread !== null) busy++
    return busy >= MOST_THREADS[lane]
  }

  #started(): ReportThread | null {
    if (this.#threads.length >= MOST_THREADS.report + MOST_THREADS.export) return null
    const thread = new ReportThread(this.#settings, () => this.#forget(thread))
    this.#threads.push(thread)
    return thread
  }

  async #work(thread: ReportThread, job: Job): Promise<void> {
    job.thread = thread
    try {
      job.succeed(await thread.make(job.request, job.piece))
    } catch (error) {
      job.fail(error)
    }
    job.thread = null
    if (this.#jobs.get(job.key) === job) this.#jobs.delete(job.key)
    this.#next()
  }

  #leave(job: Job): void {
    job.waiting--
    if (job.waiting > 0 || this.#jobs.get(job.key) !== job) return
    this.#jobs.delete(job.key)
    job.fail(new ApiFailure(503, 'cancelled', 'nobody waits for it any more'))
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

type Lane = 'report' | 'export'

const MOST_THREADS: Readonly<Record<Lane, number>> = { report: 2, export: 2 }
const NEVER = new AbortController().signal
const MOST_WAITING = 32
const MOST_KEPT = 64
const MOST_UNITS = 16 * 1024 * 1024

function stopped(): ApiFailure {
  return new ApiFailure(503, 'stopped', 'the server is going down')
}

class Job {
  readonly key: string
  readonly request: WorkRequest
  readonly lane: Lane
  readonly done: Promise<string>
  succeed: (text: string) => void = () => {}
  fail: (reason: unknown) => void = () => {}
  piece: (bytes: Uint8Array) => void = () => {}
  /** Who is at it. */
  thread: ReportThread | null = null
  /** How many want it. */
  waiting = 0

  constructor(key: string, request: WorkRequest) {
    this.key = key
    this.request = request
    this.lane = request.report === 'export' ? 'export' : 'report'
    this.done = new Promise((succeed, fail) => {
      this.succeed = succeed
      this.fail = fail
    })
    // Whoever waits is told; it may be that nobody does any more.
    this.done.catch(() => {})
  }
}
