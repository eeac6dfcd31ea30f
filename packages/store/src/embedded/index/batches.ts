import { availableParallelism } from 'node:os'
import type { Delta, ReadFailure, ReadResult } from './delta.ts'
import type { IndexWriter, Reading } from './index-writer.ts'
import { jobsFor, type Jobs } from './jobs.ts'
import type { Candidate } from './plan.ts'
import { readHere } from './read-here.ts'
import { readInThreads } from './read-in-threads.ts'
import type { RefreshOptions } from './refresh-options.ts'

export interface Work {
  readonly filesRead: number
  readonly bytesRead: number
  readonly linesParsed: number
  readonly diagnostics: readonly ReadFailure[]
}

/** Reads files and writes what they hold, batch by batch. */
export async function readBatches(
  candidates: readonly Candidate[],
  writer: IndexWriter,
  options: RefreshOptions,
): Promise<Work> {
  const run = new BatchRun(writer, options)
  let open = candidates
  // Where another process was faster, it may have been stopped since: what it left undone is done in another round.
  for (let round = 0; round < MAX_ROUNDS && open.length > 0 && !options.signal?.aborted; round++)
    open = await run.round(jobsFor(options.db, open))
  return run.work()
}

const MAX_ROUNDS = 3

class BatchRun {
  readonly #writer: IndexWriter
  readonly #options: RefreshOptions
  readonly #failures: ReadFailure[] = []
  #queue: { reading: Reading; delta: Delta }[] = []
  #queuedBlocks = 0
  #lastWrite = 0
  #bytesRead = 0
  #linesParsed = 0
  #filesRead = 0

  constructor(writer: IndexWriter, options: RefreshOptions) {
    this.#writer = writer
    this.#options = options
  }

  work(): Work {
    return {
      filesRead: this.#filesRead,
      bytesRead: this.#bytesRead,
      linesParsed: this.#linesParsed,
      diagnostics: this.#failures,
    }
  }

  /** Gives back what another process wrote in the meantime. */
  async round({ jobs, readings, bytes, failures }: Jobs): Promise<Candidate[]> {
    const { onProgress } = this.#options
    this.#failures.push(...failures)
    this.#lastWrite = performance.now()
    let bytesDone = 0
    let filesDone = 0
    const tell = (): void =>
      onProgress?.({ bytesDone, bytesTotal: bytes, filesDone, filesTotal: jobs.length })
    if (jobs.length > 0) tell()
    for await (const result of this.#read(jobs, bytes)) {
      if ('failure' in result) {
        filesDone++
        if (result.failure === null) this.#filesRead++
        else this.#failures.push(result.failure)
      } else {
        const { delta } = result
        this.#bytesRead += delta.bytesRead
        this.#linesParsed += delta.lines
        bytesDone = Math.min(bytes, bytesDone + delta.to.offset - delta.after)
        this.#queue.push({ reading: readings[result.index], delta })
        this.#queuedBlocks += delta.blocks.length
      }
      if (this.#isDue()) {
        this.#write()
        tell()
      }
    }
    this.#write()
    if (!this.#options.signal?.aborted) bytesDone = bytes
    if (jobs.length > 0) tell()
    return readings.filter(({ state }) => state === 'lost').map(({ candidate }) => candidate)
  }

  #read(jobs: Jobs['jobs'], bytes: number): AsyncGenerator<ReadResult> {
    const { home, signal, threads = threadsFor(bytes) } = this.#options
    const options = { home, ...(signal === undefined ? {} : { signal }) }
    return threads === 0 ? readHere(jobs, options) : readInThreads(jobs, { ...options, threads })
  }

  #isDue(): boolean {
    const { batchBlocks = BATCH_BLOCKS } = this.#options
    return this.#queuedBlocks >= batchBlocks || performance.now() - this.#lastWrite >= BATCH_MS
  }

  #write(): void {
    if (this.#queue.length > 0) this.#writer.write(this.#queue)
    this.#queue = []
    this.#queuedBlocks = 0
    this.#lastWrite = performance.now()
  }
}

/** A segment has room for so many. */
const BATCH_BLOCKS = 512

/** What is lost at most when the process is killed. */
const BATCH_MS = 1000

/** Starting threads takes as long as reading so much here. */
const SMALL_WORK = 20_000_000

/** More than this the one writer cannot keep up with. */
const MAX_THREADS = 4

function threadsFor(bytes: number): number {
  return bytes < SMALL_WORK ? 0 : Math.min(availableParallelism(), MAX_THREADS)
}
