import { median } from './figures.ts'
import type { Job } from './jobs.ts'

/** How fast jobs are beside the first one. */
export interface Comparison {
  /** Median over the rounds of (time of the first job / time of this one). */
  readonly ratios: readonly number[]
  /** Median seconds of one round. */
  readonly seconds: readonly number[]
  readonly rows: readonly number[]
}

/**
 * Runs jobs over the same files in one process. The machine may be busy, so only ratios mean
 * something: jobs take turns at every file, in another order each time, and rounds give a median.
 * One round before is not counted: it warms the code and the file cache.
 */
export function compareJobs(files: readonly string[], jobs: readonly Job[], rounds: number): Comparison {
  const warmUp = files.slice(0, Math.max(1, Math.ceil(files.length / 20)))
  runRound(warmUp, jobs, 0)
  const all = Array.from({ length: rounds }, (_, round) => runRound(files, jobs, round))
  return {
    ratios: jobs.map((_, job) => median(all.map(({ seconds }) => seconds[0] / seconds[job]))),
    seconds: jobs.map((_, job) => median(all.map(({ seconds }) => seconds[job]))),
    rows: all[0].rows,
  }
}

function runRound(
  files: readonly string[],
  jobs: readonly Job[],
  round: number,
): { seconds: number[]; rows: number[] } {
  const seconds = jobs.map(() => 0)
  const rows = jobs.map(() => 0)
  for (const [i, file] of files.entries()) {
    for (let turn = 0; turn < jobs.length; turn++) {
      const job = (i + round + turn) % jobs.length
      const start = performance.now()
      rows[job] += jobs[job](file)
      seconds[job] += (performance.now() - start) / 1000
    }
  }
  return { seconds, rows }
}
