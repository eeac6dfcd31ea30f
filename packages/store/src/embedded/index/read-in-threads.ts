import type { Worker } from 'node:worker_threads'
import { startWorker } from '../workers/start-worker.ts'
import type { ReadJob, ReadResult } from './delta.ts'
import { Desk } from './desk.ts'
import type { RefreshOptions } from './refresh-options.ts'
import type { IndexWork, ReadMessage } from './worker.ts'

/**
 * Reads files in threads, which take them one by one from a common desk.
 *
 * Contract: results of one file come in order, those of different files in any. Threads wait when too much of what they
 * read has not been taken yet, so memory stays bounded however slow the writer is.
 */
export async function* readInThreads(
  jobs: readonly ReadJob[],
  { home, signal, threads }: Pick<RefreshOptions, 'home' | 'signal'> & { readonly threads: number },
): AsyncGenerator<ReadResult> {
  const desk = new Desk()
  const work: IndexWork = { jobs, home, desk: desk.memory }
  const inbox = new Inbox()
  const stop = (): void => desk.stop()
  signal?.addEventListener('abort', stop)
  const workers = Array.from({ length: threads }, () =>
    inbox.open(startWorker('index-worker', { data: work, youngHeap: YOUNG_HEAP })),
  )
  try {
    for (;;) {
      const message = await inbox.next()
      if (message === null) return
      desk.taken(message.weight)
      yield* message.results
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    desk.stop()
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

/** What a thread makes goes to the writer at once: with half of it building takes a little longer, with twice of it only more memory. */
const YOUNG_HEAP = 24

/** What threads sent and nobody took yet. */
class Inbox {
  readonly #messages: ReadMessage[] = []
  #open = 0
  #failure: unknown = null
  #wake: () => void = () => undefined

  open(worker: Worker): Worker {
    this.#open++
    worker.on('message', (message: ReadMessage) => {
      this.#messages.push(message)
      this.#wake()
    })
    worker.on('error', (error) => {
      this.#failure ??= error
      this.#wake()
    })
    worker.on('exit', () => {
      this.#open--
      this.#wake()
    })
    return worker
  }

  /** The next message; null when all threads have ended. A thread's failure is thrown here. */
  async next(): Promise<ReadMessage | null> {
    for (;;) {
      if (this.#failure !== null) throw this.#failure
      const message = this.#messages.shift()
      if (message !== undefined) return message
      if (this.#open === 0) return null
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
