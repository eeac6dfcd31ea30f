import { corpusFolder, hugeTranscript, longLineTranscript, megabytesOf, transcriptsBelow } from './corpora.ts'
import { compareJobs } from './compare.ts'
import type { Figure } from './figures.ts'
import { parseLines, readEntries, readStructure } from './jobs.ts'
import { measureAlone } from './measure-alone.ts'

export interface ParseBenchOptions {
  /** As `npm run corpus` takes it. */
  readonly size: string
  readonly seed: string
  readonly rounds: number
  /** Bytes of the single large transcript. */
  readonly huge: number
  readonly onFigure: (figure: Figure) => void
}

/** Measures reading, from the corpus's many files to one huge one. Bars are those of the project's contract. */
export function benchParse(options: ParseBenchOptions): { folder: string; steps: readonly Step[] } {
  const folder = corpusFolder(options.size, options.seed)
  speed(options, folder)
  memory(options)
  const steps = linearity(options)
  longLine(options)
  return { folder, steps }
}

/** One size of the linearity run. */
export interface Step {
  readonly megabytes: number
  readonly rows: number
  readonly seconds: number
  /** Without the runtime's own memory. */
  readonly peakMegabytes: number
}

function speed({ rounds, onFigure }: ParseBenchOptions, folder: string): void {
  const files = transcriptsBelow(folder)
  const megabytes = megabytesOf(files)
  const { ratios, seconds, rows } = compareJobs(files, [parseLines, readStructure, readEntries], rounds)
  onFigure({ name: 'corpus', value: megabytes, unit: 'MB', note: `${files.length} files, ${rows[0]} lines` })
  onFigure({
    name: 'json-parse',
    value: megabytes / seconds[0],
    unit: 'MB/s',
    note: 'plain JSON.parse of every line',
  })
  onFigure({ name: 'structure-speed', value: megabytes / seconds[1], unit: 'MB/s' })
  onFigure({ name: 'structure-vs-json-parse', value: ratios[1], unit: 'x', bar: { atLeast: 2 }, goal: 4 })
  onFigure({
    name: 'full-vs-json-parse',
    value: ratios[2],
    unit: 'x',
    bar: { atLeast: 0.8 },
    note: 'every entry',
  })
}

function memory({ huge, seed, onFigure }: ParseBenchOptions): void {
  const path = hugeTranscript(huge, seed)
  const runtime = measureAlone('nothing', path, 0)
  onFigure({
    name: 'runtime-peak',
    value: runtime.peakMegabytes,
    unit: 'MB',
    note: 'a process that reads nothing',
  })
  const structure = measureAlone('structure', path, huge)
  const note = `${Math.round(huge / 1e6)} MB transcript, ${structure.rows} rows`
  onFigure({
    name: 'huge-structure-peak',
    value: structure.peakMegabytes,
    unit: 'MB',
    bar: { atMost: 400 },
    note,
  })
  const entries = measureAlone('entries', path, huge)
  onFigure({
    name: 'huge-entries-peak',
    value: entries.peakMegabytes,
    unit: 'MB',
    bar: { atMost: 200 },
    note,
  })
}

/**
 * The beginning of the huge transcript, longer each time. Linear means: what a megabyte costs at the
 * end is what it cost at a sixteenth of the size, up to noise and the doubling of arrays.
 */
function linearity({ huge, seed, onFigure }: ParseBenchOptions): Step[] {
  const path = hugeTranscript(huge, seed)
  const runtime = measureAlone('nothing', path, 0).peakMegabytes
  const sizes = [1e6, huge / 64, huge / 16, huge / 4, huge / 2, huge].filter(
    (size, i) => i === 0 || size > 1e6,
  )
  const steps = sizes.map((size) => {
    const runs = [0, 1, 2].map(() => measureAlone('structure', path, size))
    const seconds = Math.min(...runs.map((run) => run.seconds))
    const peak = Math.min(...runs.map((run) => run.peakMegabytes))
    return { megabytes: size / 1e6, rows: runs[0].rows, seconds, peakMegabytes: peak - runtime }
  })
  const from = steps.find(({ megabytes }) => megabytes >= huge / 16e6) ?? steps[0]
  const to = steps[steps.length - 1]
  const growth = to.megabytes / from.megabytes
  onFigure({
    name: 'time-growth',
    value: to.seconds / from.seconds / growth,
    unit: 'x',
    bar: { atMost: 1.5 },
  })
  onFigure({
    name: 'memory-growth',
    value: to.peakMegabytes / from.peakMegabytes / growth,
    unit: 'x',
    bar: { atMost: 1.5 },
  })
  return steps
}

/** Twice the line may not cost more memory: both are over the length that is held. */
function longLine({ onFigure }: ParseBenchOptions): void {
  const [half, whole] = [50e6, 100e6].map((bytes) => {
    const path = longLineTranscript(bytes)
    return [0, 1, 2]
      .map(() => measureAlone('structure', path, Infinity))
      .reduce((best, run) => (run.peakMegabytes < best.peakMegabytes ? run : best))
  })
  onFigure({
    name: 'long-line-rows',
    value: whole.rows,
    unit: 'entries',
    bar: { atLeast: 3 },
    note: 'a 100 MB line between two short ones',
  })
  onFigure({ name: 'long-line-peak', value: whole.peakMegabytes, unit: 'MB', bar: { atMost: 200 } })
  onFigure({
    name: 'long-line-growth',
    value: whole.peakMegabytes - half.peakMegabytes,
    unit: 'MB',
    bar: { atMost: 16 },
    note: '100 MB line against 50 MB line',
  })
}
