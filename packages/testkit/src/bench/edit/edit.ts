import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStructure } from '../jobs.ts'
import { hugeTranscript } from '../corpora.ts'
import { median, type Figure } from '../figures.ts'
import { measureAlone } from '../measure-alone.ts'
import { cloneInto } from './clone-job.ts'
import { benchCompress } from './compress.ts'
import { inFolder } from './in-folder.ts'
import { sessionFiles } from './session-files.ts'

export interface EditBenchOptions {
  readonly seed: string
  readonly rounds: number
  readonly onFigure: (figure: Figure) => void
}

/** Measures edits of one large session. Bars are those of the project's contract. */
export async function benchEdit(options: EditBenchOptions): Promise<void> {
  const path = hugeTranscript(SESSION, options.seed)
  await cloneSpeed(path, options)
  cloneMemory(options)
  await benchCompress(options.rounds, options.onFigure)
}

/** 60 MB: the largest session that people have had. */
const SESSION = 60e6
const HUGE = 500e6

async function cloneSpeed(path: string, { rounds, onFigure }: EditBenchOptions): Promise<void> {
  const copies: number[] = []
  const parses: number[] = []
  const clones: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const figures = [
      await inFolder((folder) => timed(() => copyInto(folder, path))),
      await timed(() => parseOnce(path)),
      await inFolder((folder) => timed(() => cloneInto(folder, path))),
    ]
    // The first round warms code and file cache.
    if (round === 0) continue
    copies.push(figures[0])
    parses.push(figures[1])
    clones.push(figures[2])
  }
  const [copy, parse, clone] = [copies, parses, clones].map(median)
  onFigure({
    name: 'clone-vs-cp-and-parse',
    value: clone / (copy + parse),
    unit: 'x',
    bar: { atMost: 3 },
    note: 'a session of 60 MB',
  })
  onFigure({ name: 'seconds: clone', value: clone, unit: 's' })
  onFigure({ name: 'seconds: cp', value: copy, unit: 's' })
  onFigure({ name: 'seconds: kernel parse', value: parse, unit: 's' })
}

function cloneMemory({ seed, onFigure }: EditBenchOptions): void {
  const path = hugeTranscript(HUGE, seed)
  const structure = measureAlone('structure', path, Infinity).peakMegabytes
  const { peakMegabytes } = measureAlone('clone', path, Infinity)
  onFigure({ name: 'clone-peak', value: peakMegabytes, unit: 'MB', note: 'a session of 500 MB' })
  onFigure({
    name: 'clone-peak-vs-structure',
    value: peakMegabytes / structure,
    unit: 'x',
    bar: { atMost: 2.5 },
    note: 'two structures are held: the original and what was read back',
  })
}

/** Every file of the session, as `cp` copies them. */
function copyInto(folder: string, path: string): void {
  const { transcripts, others } = sessionFiles(path)
  for (const [i, file] of [...transcripts, ...others].entries()) copyFileSync(file, join(folder, String(i)))
}

function parseOnce(path: string): void {
  for (const file of sessionFiles(path).transcripts) readStructure(file)
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

export const EDIT_ABOUT = `- \`clone\`: the library's whole way in one process: read, written, read back with the kernel, checked, synced, published, noted.
- \`cp\`: every file of the session copied; \`kernel parse\`: the structure of every transcript of it. They take turns; what they wrote is removed off the clock.
- \`compress-growth\`: CPU time of the offline engine on a session and on one with more text, by the text that it shortened.`
