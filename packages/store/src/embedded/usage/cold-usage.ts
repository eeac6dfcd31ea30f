import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { UsageCounts } from '@skein/transcript'
import type { UsageSlice } from '@skein/view'
import type { FoundTranscript } from '../../files/discovery/found.ts'
import { StoreError } from '../../errors.ts'
import { startWorker } from '../workers/start-worker.ts'
import { firstNames } from './first-names.ts'
import { slicesOf, type SlicedFile } from './message-slices.ts'
import type { MessageUsage } from './message-usage.ts'
import { UsageThread, type FoundUsage, type UnreadableFile, type UsageWork } from './usage-thread.ts'

export interface ColdUsageOptions {
  readonly transcripts: readonly ColdTranscript[]
  /** How many threads read, this one among them; by default as many as the bytes are worth. */
  readonly threads?: number
  /** Projects by their true paths, as rows tell them, instead of their folders: costs a look into each file. */
  readonly projects?: boolean
  readonly signal?: AbortSignal
  /** Bytes of the files that were begun, and of all. */
  readonly onProgress?: (done: number, total: number) => void
}

export type ColdTranscript = Pick<FoundTranscript, 'path' | 'project' | 'session' | 'agent' | 'size'>

export interface ColdUsage {
  readonly slices: readonly UsageSlice[]
  /** Files that could not be read; the others were counted. */
  readonly unreadable: readonly UnreadableFile[]
  readonly counts: UsageCounts & { readonly threads: number }
}

/**
 * What some transcripts used, read from their bytes: no index, nothing kept.
 *
 * Contract: every message counts once, with the usage and in the session that `UsageTable` says. The
 * slices are the same whatever the number of threads and the order of the files. Slices have no tool:
 * which tools a message calls stands in its content, which is not read.
 */
export async function coldUsage(options: ColdUsageOptions): Promise<ColdUsage> {
  const files = options.transcripts.toSorted((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const threads = Math.max(1, Math.min(options.threads ?? threadsFor(bytes), files.length))
  const work: UsageWork = {
    paths: files.map(({ path }) => path),
    sessions: files.map(({ session }) => session),
    next: new SharedArrayBuffer(4),
    expected: Math.ceil(bytes / BYTES_A_MESSAGE / threads),
  }
  const others = Array.from({ length: threads - 1 }, () => startWorker('usage-worker', { data: work }))
  const answers = others.map(answerOf)
  // A worker may fail while this thread still reads; that is told below.
  for (const answer of answers) answer.catch(() => {})
  // This thread's table takes in the others'.
  const own = new UsageThread({ ...work, expected: work.expected * threads })
  try {
    await readAll(own, { ...options, files, work, bytes })
    await mergeAll(own, answers)
  } finally {
    await Promise.all(others.map((worker) => worker.terminate()))
  }
  const { counts, unreadable, ...found } = own.found()
  const named = options.projects ? withNames(files, found.messages) : files
  return { slices: slicesOf(found, named), unreadable, counts: { ...counts, threads } }
}

/** Empties the list: what is merged can be forgotten, and it is a good part of the memory. */
async function mergeAll(own: UsageThread, answers: Promise<FoundUsage>[]): Promise<void> {
  for (let answer = answers.pop(); answer !== undefined; answer = answers.pop()) own.merge(await answer)
}

/** The files that messages belong to, called as the catalogue calls them. */
function withNames(files: readonly ColdTranscript[], { file, count }: MessageUsage): SlicedFile[] {
  const used = new Set(file.subarray(0, count))
  return files.map((one, i) => {
    if (!used.has(i)) return one
    const { cwd, session } = firstNames(one.path)
    return { ...one, project: cwd || one.project, session: one.session || session }
  })
}

interface Reading extends ColdUsageOptions {
  readonly files: readonly ColdTranscript[]
  readonly work: UsageWork
  readonly bytes: number
}

/** This thread's share, with breaks in which signals and progress get through. */
async function readAll(
  thread: UsageThread,
  { files, work, bytes, signal, onProgress }: Reading,
): Promise<void> {
  const next = new Int32Array(work.next)
  let done = 0
  let counted = 0
  for (let pause = performance.now(); thread.step();) {
    if (performance.now() - pause < BREAK_MS) continue
    await new Promise(setImmediate)
    pause = performance.now()
    for (const begun = Math.min(Atomics.load(next, 0), files.length); counted < begun; counted++)
      done += files[counted].size
    onProgress?.(done, bytes)
    if (signal?.aborted !== true) continue
    Atomics.store(next, 0, files.length)
    throw new StoreError('cancelled', 'Counting usage was stopped', { remedy: 'Run the command again' })
  }
  onProgress?.(bytes, bytes)
}

/** What a worker found. It is gone when this is known, and its memory with it. */
async function answerOf(worker: Worker): Promise<FoundUsage> {
  const found = await new Promise<FoundUsage>((resolve, reject) => {
    worker.once('message', (found) => resolve(found as FoundUsage)) // what usage-worker.ts posts
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`a worker that counts usage ended early, with ${code}`)))
  })
  await worker.terminate()
  return found
}

const BREAK_MS = 50

/** One message in 7 to 13 KB of transcripts (public ones, generated ones). */
const BYTES_A_MESSAGE = 10_000

/** A thread is worth its start from 300 MB on (docs/benchmarks.md); four keep the memory within bounds. */
function threadsFor(bytes: number): number {
  return Math.min(availableParallelism(), 1 + Math.floor(bytes / 300e6), 4)
}
