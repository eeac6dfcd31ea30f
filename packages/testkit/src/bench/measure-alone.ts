import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface ChildResult {
  readonly rows: number
  readonly seconds: number
  /** Highest resident set of the whole process, runtime included. */
  readonly peakMegabytes: number
}

/** `nothing` is the cost of the runtime itself: Node and the TypeScript loader. */
export type AloneJob = 'structure' | 'entries' | 'clone' | 'nothing'

/** Runs a job in a process of its own, where its peak memory can be told from everything else's. */
export function measureAlone(job: AloneJob, path: string, limit: number): ChildResult {
  const child = fileURLToPath(new URL('child.ts', import.meta.url))
  const output = execFileSync(process.execPath, [...process.execArgv, child, job, path, String(limit)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(output) as ChildResult // the child's only output, typed there
}
