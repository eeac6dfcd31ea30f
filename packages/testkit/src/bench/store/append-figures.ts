import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { AppendOutput } from './append-job.ts'
import type { StoreBench, StoreGroup } from './group.ts'
import type { TailOutput } from './tail-job.ts'

/** One more line: what it costs until it can be searched, and how soon somebody who watches hears of it. */
export const APPEND: StoreGroup = {
  title: 'One appended line',
  about: `- \`append\`: a line is appended to a small and to a huge transcript; a refresh and a search in one process find it. The
  work must not depend on the size of the file.
- \`tail-lag\`: another process appends 300 rows, each with the time it was written; the lag is until \`watch()\` hands it out.
- \`idle\`: share of one processor that watching 2,000 transcripts takes while nothing happens.`,
  measure,
}

function measure({ onFigure }: StoreBench): void {
  const append = output('append-job.ts') as AppendOutput // it prints just that
  for (const { name, milliseconds, bytesRead, rowsWritten } of append.files) {
    onFigure({ name: `append-to-search-${name}`, value: milliseconds, unit: 'ms', bar: { atMost: 150 } })
    onFigure({ name: `work: bytes read, ${name}`, value: bytesRead, unit: 'bytes' })
    onFigure({ name: `work: rows written, ${name}`, value: rowsWritten, unit: 'rows' })
  }
  const [small, huge] = append.files
  onFigure({
    name: 'append-work-difference',
    value: Math.abs(small.bytesRead - huge.bytesRead) + Math.abs(small.rowsWritten - huge.rowsWritten),
    unit: 'rows',
    bar: { atMost: 0 },
    note: 'bytes read and rows written, small file against huge one',
  })
  const tail = output('tail-job.ts') as TailOutput // it prints just that
  onFigure({ name: 'tail-lag-p50', value: tail.p50, unit: 'ms' })
  onFigure({ name: 'tail-lag-p95', value: tail.p95, unit: 'ms', bar: { atMost: 100 } })
  onFigure({ name: 'tail-lag-most', value: tail.most, unit: 'ms' })
  onFigure({ name: 'idle', value: tail.idlePercent, unit: '%' })
}

function output(job: string): unknown {
  const file = fileURLToPath(new URL(job, import.meta.url))
  const runner = fileURLToPath(new URL('../../../../../scripts/run-ts.mjs', import.meta.url))
  return JSON.parse(
    execFileSync(process.execPath, [runner, file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
}
