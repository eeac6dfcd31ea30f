import { cloneOnce } from './edit/clone-job.ts'
import { readEntries, readStructure, type Job } from './jobs.ts'
import type { ChildResult } from './measure-alone.ts'

/** One job in a process of its own: `child.ts JOB FILE BYTES`. Prints what it took as one JSON line. */
const [name, path, limit] = process.argv.slice(2)
const start = performance.now()
const rows = await jobNamed(name)(path, Number(limit))
const result: ChildResult = {
  rows,
  seconds: (performance.now() - start) / 1000,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
}
console.log(JSON.stringify(result))

function jobNamed(job: string): Job | typeof cloneOnce {
  if (job === 'structure') return readStructure
  if (job === 'entries') return readEntries
  if (job === 'clone') return cloneOnce
  return () => 0
}
