import type { Worker } from 'node:worker_threads'
import type { CandidateBlock } from '../signatures/block-index.ts'
import { startWorker } from '../workers/start-worker.ts'
import { BlockScan, VERDICT, type HelperTask, type HelperWork } from './scan-helper.ts'
import type { RawPlan } from './raw/raw-plan.ts'
import type { SearchedFile } from './searched-files.ts'

/** A block whose rows may be hits. */
export interface Candidate {
  readonly block: CandidateBlock
  readonly file: SearchedFile
}

export interface ScannedCandidate extends Candidate {
  /** Its bytes were read, and none of its rows can be a hit. */
  readonly nothing: boolean
}

/**
 * The same candidates in the same order. Where a search goes on for long, a second thread looks through the bytes
 * of those that are still to come, and most need not be read any more.
 *
 * Contract: who reads all that are not `nothing` misses no hit. A thread that fails, or never starts, only costs time.
 */
export function* scannedAhead(
  candidates: Iterator<Candidate>,
  { needles, cover }: RawPlan,
  limits: HelpLimits = HELP_LIMITS,
): Generator<ScannedCandidate> {
  let bytes = 0
  for (let next = candidates.next(); next.done !== true; next = candidates.next()) {
    yield { ...next.value, nothing: false }
    bytes += bytesOf(next.value)
    if (cover !== null && bytes >= limits.alone) break
  }
  const waiting = gathered(candidates, limits.worth)
  if (waiting.bytes < limits.worth) {
    for (const candidate of waiting.list) yield { ...candidate, nothing: false }
    return
  }
  const helper = new Helper({ needles, cover: cover ?? [] })
  try {
    waiting.list.push(...gathered(candidates, Infinity).list)
    yield* helper.share(waiting.list)
  } finally {
    helper.close()
  }
}

export interface HelpLimits {
  /** Bytes that are read before anybody thinks of help: a common word has its hits in the first blocks. */
  readonly alone: number
  /** Bytes still to be read that are worth the start of a thread, in whose time one thread reads 100 MB. */
  readonly worth: number
}

const HELP_LIMITS: HelpLimits = { alone: 16 * 1024 * 1024, worth: 160 * 1024 * 1024 }

class Helper {
  readonly #worker: Worker
  readonly #work: HelperWork
  #verdicts: Int32Array<SharedArrayBuffer> | null = null

  constructor(work: HelperWork) {
    this.#work = work
    this.#worker = startWorker('search-worker', { data: work })
    // Whatever it was, the blocks it leaves are read here.
    this.#worker.on('error', () => {})
    this.#worker.unref()
  }

  *share(candidates: readonly Candidate[]): Generator<ScannedCandidate> {
    const verdicts = new Int32Array(new SharedArrayBuffer(candidates.length * 4))
    this.#verdicts = verdicts
    const task = taskOf(candidates, verdicts)
    this.#worker.postMessage(task)
    const scan = BlockScan.open(this.#work, task)
    try {
      for (const [i, candidate] of candidates.entries()) {
        Atomics.compareExchange(verdicts, i, VERDICT.open, VERDICT.look)
        // While the thread reads this one, there are others to look through.
        while (Atomics.load(verdicts, i) === VERDICT.reading && scan?.scanNext());
        // It may have died over it.
        if (Atomics.load(verdicts, i) === VERDICT.reading)
          Atomics.wait(verdicts, i, VERDICT.reading, LONGEST_WAIT_MS)
        yield { ...candidate, nothing: Atomics.load(verdicts, i) === VERDICT.nothing }
      }
    } finally {
      scan?.close()
    }
  }

  close(): void {
    // Nothing is left open: the thread comes to its end by itself.
    this.#verdicts?.forEach((_, i, all) => Atomics.compareExchange(all, i, VERDICT.open, VERDICT.look))
    void this.#worker.terminate()
  }
}

const LONGEST_WAIT_MS = 2000

/** Takes candidates until they are `most` bytes. */
function gathered(candidates: Iterator<Candidate>, most: number): { list: Candidate[]; bytes: number } {
  const list: Candidate[] = []
  let bytes = 0
  while (bytes < most) {
    const next = candidates.next()
    if (next.done === true) break
    list.push(next.value)
    bytes += bytesOf(next.value)
  }
  return { list, bytes }
}

function bytesOf({ block }: Candidate): number {
  return block.stop - block.start
}

/** What the bytes cannot tell about a block, or what does not lie on disk, is not for the helper. */
function taskOf(candidates: readonly Candidate[], verdicts: Int32Array<SharedArrayBuffer>): HelperTask {
  const files: { path: string; offset: number }[] = []
  const numbers = new Map<SearchedFile, number>()
  const places = new Float64Array(candidates.length * 3)
  candidates.forEach(({ block, file }, i) => {
    let number = numbers.get(file)
    if (number === undefined) {
      number = files.push({ path: file.path, offset: file.offset }) - 1
      numbers.set(file, number)
    }
    places.set([number, block.start, block.stop], i * 3)
    if (block.odd || file.place !== 'disk') verdicts[i] = VERDICT.look
  })
  return { files, places, verdicts }
}
