import type { Worker } from 'node:worker_threads'
import type { KnownOrigins } from '../ledger/known-origins.ts'
import type { Origin } from '../spans/turn.ts'
import { sentError, type FromThread, type ToThread } from './messages.ts'
import type { SessionTask } from './prepared-turn.ts'
import { PreparedSession } from './prepared-session.ts'

export interface PreparersOptions {
  readonly threads: number
  readonly start: () => Worker
  readonly origins: KnownOrigins
}

/**
 * Threads that prepare sessions.
 *
 * Contract: sessions are lined up, and taken, in the order of the history. Where their prompts come from is decided in that
 * order too, whichever thread is faster. A thread that ends by itself is a failure of all sessions that are not done.
 */
export class Preparers {
  readonly #origins: KnownOrigins
  readonly #threads: Thread[]
  readonly #lined: Job[] = []
  /** Those whose questions are not answered yet, the first one next. */
  readonly #unanswered: Job[] = []
  readonly #undone = new Map<number, Job>()
  #count = 0
  #failure: FromThread | null = null

  constructor({ threads, start, origins }: PreparersOptions) {
    this.#origins = origins
    this.#threads = Array.from({ length: threads }, () => this.#open(start()))
  }

  prepare(task: SessionTask): PreparedSession {
    const number = this.#count++
    const job: Job = {
      number,
      task,
      size: sizeOf(task),
      thread: null,
      places: null,
      session: new PreparedSession(({ bytes }) => job.thread?.tell({ kind: 'taken', bytes })),
    }
    if (this.#failure !== null) job.session.put(this.#failure)
    else {
      this.#lined.push(job)
      this.#unanswered.push(job)
      this.#undone.set(number, job)
      this.#handOut()
    }
    return job.session
  }

  /** Ends the threads; sessions that are not done fail with `reason`. */
  async close(reason: unknown): Promise<void> {
    this.#fail(reason)
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }

  #open(worker: Worker): Thread {
    const tell = (message: ToThread): void => worker.postMessage(message)
    const thread: Thread = { worker, tell, jobs: 0, bytes: 0 }
    worker.on('message', (message: FromThread) => this.#hear(message))
    worker.on('error', (error) => this.#fail(error))
    worker.on('exit', () => this.#fail(new Error('a thread that prepares sessions has ended')))
    return thread
  }

  #hear(message: FromThread): void {
    const job = this.#undone.get(message.job)
    if (job === undefined) return
    job.session.put(message)
    if (message.kind === 'turns') return
    if (message.kind === 'asked') job.places = message.places
    else this.#end(job)
    try {
      this.#answer()
    } catch (error) {
      this.#fail(error)
    }
    this.#handOut()
  }

  #end(job: Job): void {
    this.#undone.delete(job.number)
    // A session that cannot be read asks nothing.
    job.places ??= []
    if (job.thread === null) return
    job.thread.jobs--
    job.thread.bytes -= job.size
  }

  /** Answers the questions of all sessions whose turn it is. */
  #answer(): void {
    for (;;) {
      const job = this.#unanswered.at(0)
      if (job === undefined || job.places === null) return
      this.#unanswered.shift()
      const { number, places, task, thread } = job
      const origins = this.#origins.of(task.files.id)
      const answers = places.map((place) => origins.originOf(place))
      const isOwn = answers.every((answer, i) => isSame(answer, places[i]))
      thread?.tell({ kind: 'origins', job: number, answers: isOwn ? null : answers })
    }
  }

  /** A thread has one session at hand and one to go on with, which may be read meanwhile. */
  #handOut(): void {
    while (this.#lined.length > 0) {
      const free = this.#threads.filter(({ jobs }) => jobs < MOST_JOBS)
      if (free.length === 0) return
      const thread = free.reduce((least, other) => (other.bytes < least.bytes ? other : least))
      const [job] = this.#lined.splice(0, 1)
      job.thread = thread
      thread.jobs++
      thread.bytes += job.size
      thread.tell({ kind: 'session', job: job.number, task: job.task })
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { kind: 'failed', job: -1, ...sentError(error) }
    this.#lined.length = 0
    this.#unanswered.length = 0
    for (const { session } of this.#undone.values()) session.put(this.#failure)
    this.#undone.clear()
  }
}

const MOST_JOBS = 2

interface Thread {
  readonly worker: Worker
  readonly tell: (message: ToThread) => void
  /** Sessions at hand, and their bytes. */
  jobs: number
  bytes: number
}

interface Job {
  readonly number: number
  readonly task: SessionTask
  readonly size: number
  readonly session: PreparedSession
  thread: Thread | null
  places: readonly Origin[] | null
}

function sizeOf({ files: { main, agents } }: SessionTask): number {
  return agents.reduce((sum, { stamp }) => sum + stamp.size, main.stamp.size)
}

function isSame(a: Origin, b: Origin): boolean {
  return a.session === b.session && a.uuid === b.uuid
}
