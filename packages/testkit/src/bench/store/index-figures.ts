import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../figures.ts'
import { interleaved } from './command.ts'
import type { StoreBench, StoreGroup } from './group.ts'
import { referencesFor } from './references.ts'
import { SkeinCommand } from './skein-command.ts'

/** The whole index from nothing: catalogue, usage and signatures, in a new process, against `cat`. */
export const INDEX: StoreGroup = {
  title: 'Building the index',
  about: `- \`index\`: \`skein index status\` in an empty data directory, which builds everything: catalogue, usage, signatures.
- \`index-share\`: size of \`cache.db\` against the bytes of the transcripts.`,
  measure,
}

interface StatusOutput {
  readonly transcriptBytes: number
  readonly refresh: { readonly bytesRead: number; readonly linesParsed: number; readonly rowsWritten: number }
}

function measure({ histories, rounds, say, onFigure }: StoreBench): void {
  const peaks: number[] = []
  for (const history of histories) {
    const skein = new SkeinCommand(history.roots)
    const index = skein.command('index', ['index', 'status', '--json'], { fresh: true, peak: true })
    const { cat } = referencesFor(history.roots, say)
    const timings = interleaved([index, cat], rounds)
    const seconds = (name: string): number => timings.get(name)?.seconds ?? Number.NaN
    const output = JSON.parse(timings.get('index')?.output ?? '') as StatusOutput // `skein index status --json`
    const figure = (name: string, rest: Omit<Figure, 'name'>): void =>
      onFigure({ name: `${name}-${history.gigabytes}GB`, ...rest })
    const isReal = history.gigabytes >= 1
    figure('index-vs-cat', {
      value: seconds('index') / seconds('cat'),
      unit: 'x',
      ...(isReal ? { bar: { atMost: 20 }, goal: 8 } : {}),
    })
    const size = statSync(join(skein.home, 'cache.db')).size
    figure('index-share', {
      value: (size * 100) / output.transcriptBytes,
      unit: '%',
      ...(isReal ? { bar: { atMost: 15 } } : {}),
    })
    figure('index-peak', { value: skein.peakMegabytes, unit: 'MB', bar: { atMost: 500 } })
    peaks.push(skein.peakMegabytes)
    for (const [name, { seconds: value }] of timings) figure(`seconds: ${name}`, { value, unit: 's' })
    figure('work: bytes read', { value: output.refresh.bytesRead / 1e6, unit: 'MB' })
    figure('work: lines parsed', { value: output.refresh.linesParsed, unit: 'lines' })
    figure('work: rows written', { value: output.refresh.rowsWritten, unit: 'rows' })
  }
  const [first, last] = [peaks[0], peaks.at(-1)]
  if (peaks.length > 1 && first !== undefined && last !== undefined)
    onFigure({
      name: 'index-peak-growth',
      value: last / first,
      unit: 'x',
      bar: { atMost: 1.3 },
      note: 'largest history against smallest: flat',
    })
}
