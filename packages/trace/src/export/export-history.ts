import { availableParallelism } from 'node:os'
import { liveSessions } from '@skein/store'
import { TraceError } from '../errors.ts'
import type { Preparers } from '../prepare/preparers.ts'
import type { HistorySession } from './history.ts'
import type { SessionOptions, TraceSender } from './sender.ts'

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
  /** How many threads prepare sessions, none for 0; as many as it is worth unless said. */
  readonly threads?: number
}

/**
 * Sends what is new of many sessions. A session that nobody has open and that has been quiet for an hour is settled:
 * what is unfinished in it will stay so.
 *
 * Contract: what goes out is the same, and in the same order, with any number of threads. Where the target stops or the
 * user does, what was sent stays sent, and the sender's report says why.
 */
export async function exportHistory(sender: TraceSender, run: HistoryRun): Promise<void> {
  const { since } = run
  const live = new Set(liveSessions(run.roots).map(({ session }) => session))
  const isSettled = ({ id, changed }: HistorySession): boolean =>
    !live.has(id) && run.now - changed > QUIET_MS
  // What was not written to since then has no turn that began later. Sub-agents may begin before their session's own transcript does.
  const isDue = (session: HistorySession): boolean =>
    (since === undefined || session.changed >= since) && (!session.isOrphan || isSettled(session))
  const threads = run.threads ?? worthwhileThreads(sender, run, run.sessions.filter(isDue))
  const preparers = threads === 0 ? null : sender.preparers(threads)
  const line = new Line(preparers === null ? NOTHING_AHEAD : AHEAD)
  let done = 0
  try {
    for (const session of run.sessions) {
      // Nobody hears a Ctrl-C while sessions are only looked at.
      await new Promise((done) => setImmediate(done))
      if (run.signal?.aborted) break
      const behind = (): void => {
        done += session.size
        run.onProgress?.(done)
      }
      if (!isDue(session)) behind()
      else
        await line.add(session.size, (place) =>
          sentInTurn(session, { sender, preparers, settled: isSettled(session), run, place }).then(behind),
        )
    }
    await line.end()
    await sender.flush()
  } catch (error) {
    await preparers?.close(error)
    await line.settle()
    if (!(error instanceof TraceError) || !['stopped', 'cancelled'].includes(error.code)) throw error
    await sender.settle()
  } finally {
    await preparers?.close(new TraceError('cancelled', 'stopped', { remedy: 'run it again to go on' }))
  }
}

const QUIET_MS = 3_600_000

/** Threads have a start, and hold memory: below this they are not worth it, and more of them do not keep the sender busier. */
const WORTHWHILE_BYTES = 32_000_000
const MOST_THREADS = 3
/**
 * What is lined up at a time. While one thread is at a large session the others go on with small ones, of which many make as
 * much work; what only the archive has is unpacked for that long.
 */
const AHEAD: Ahead = { sessions: 64, bytes: 256_000_000 }
const NOTHING_AHEAD: Ahead = { sessions: 1, bytes: 0 }

function worthwhileThreads(sender: TraceSender, run: HistoryRun, due: readonly HistorySession[]): number {
  const cores = Math.min(availableParallelism(), MOST_THREADS)
  if (cores < 2) return 0
  let bytes = 0
  for (const { path, changed, size } of due) {
    if (run.again === true || sender.mayBeNew(path, changed)) bytes += size
    if (bytes >= WORTHWHILE_BYTES) return cores
  }
  return 0
}

interface Turn {
  readonly sender: TraceSender
  readonly preparers: Preparers | null
  readonly settled: boolean
  readonly run: HistoryRun
  readonly place: Place
}

/** Hands a session over to be prepared, and sends it when those before it are sent. */
async function sentInTurn(
  session: HistorySession,
  { sender, preparers, settled, run, place }: Turn,
): Promise<void> {
  const { since, again = false } = run
  const options: SessionOptions = { settled, again, ...(since === undefined ? {} : { since }) }
  await session.open(
    async (files) => {
      const send = sender.begin(files, options, preparers)
      place.linedUp()
      await place.before
      await send()
    },
    (files) => sender.isNew(files, options),
  )
  place.linedUp()
  await place.before
}

interface Place {
  /** Resolves when all before it are through; rejects with what went wrong there. */
  readonly before: Promise<void>
  readonly linedUp: () => void
}

interface Ahead {
  readonly sessions: number
  readonly bytes: number
}

interface Waiting {
  readonly end: Promise<void>
  readonly bytes: number
}

/** Work that begins in order and ends in order, some of it at a time. */
class Line {
  readonly #most: Ahead
  #waiting: Waiting[] = []
  #bytes = 0
  #last: Promise<void> = Promise.resolve()

  constructor(most: Ahead) {
    this.#most = most
  }

  /** Resolves when it is lined up and there is room for more. */
  async add(bytes: number, work: (place: Place) => Promise<void>): Promise<void> {
    await new Promise<void>((linedUp) => {
      this.#last = work({ before: this.#last, linedUp })
      this.#last.then(linedUp, linedUp)
    })
    this.#waiting.push({ end: this.#last, bytes })
    this.#bytes += bytes
    for (let first = this.#first(); first !== undefined; first = this.#first()) {
      await first.end
      this.#bytes -= first.bytes
    }
  }

  /** What has to be through before there is room. */
  #first(): Waiting | undefined {
    const isFull = this.#waiting.length >= this.#most.sessions || this.#bytes > this.#most.bytes
    return isFull ? this.#waiting.shift() : undefined
  }

  async end(): Promise<void> {
    await this.#last
  }

  /** Resolves when nothing of it is at work any more, however it ended. */
  async settle(): Promise<void> {
    await Promise.allSettled([...this.#waiting.map(({ end }) => end), this.#last])
  }
}
