import { availableParallelism, loadavg } from 'node:os'

/*
 * How long tests wait for the real program. Each limit is for a quiet machine and grows with the load, so that a busy one
 * is slow and not wrong. These are for what hangs: nothing waits for them when all is well.
 */

/** A run that has said nothing for this long hangs, which is the answer to some questions. A run takes about a second. */
export const HANG_MS = 20_000

/** A run that is not asked whether it hangs. */
export const RUN_MS = 60_000

/** A test that runs the program a few times; longer than its runs may take at a load of 10 on two cores. */
export const PROGRAM_TEST_MS = 1_800_000

export interface Load {
  /** Processes that want a core, over the last minute. */
  readonly average: number
  readonly cores: number
}

/** A limit at a load: with five processes for each core everything takes five times as long. */
export function patience(quietMs: number, { average, cores }: Load = loadNow()): number {
  return quietMs * Math.max(1, average / cores)
}

/** Why a test gave up. */
export function gaveUp(waitedFor: string, ms: number, { average, cores }: Load = loadNow()): string {
  return `gave up after ${Math.round(ms / 1000)} s (load ${average.toFixed(1)} on ${cores} cores): ${waitedFor}`
}

function loadNow(): Load {
  return { average: loadavg()[0], cores: availableParallelism() }
}
