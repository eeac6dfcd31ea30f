import { readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Usage } from '../../corpus/records.ts'
import { sumUsage } from '../../corpus/truth.ts'
import { corpusFolder, hasCorpus } from '../corpora.ts'
import type { Figure } from '../figures.ts'
import { APPEND } from './append-figures.ts'
import { COLD_USAGE } from './cold-usage.ts'
import type { History, StoreGroup } from './group.ts'
import { INDEX } from './index-figures.ts'
import { SEARCH } from './search-figures.ts'
import { buildSkein } from './skein-command.ts'
import { WARM } from './warm-figures.ts'

export interface StoreBenchOptions {
  /** Size of one corpus, as `npm run corpus` takes it, and the seed of the first. */
  readonly size: string
  readonly seed: string
  /** How many corpora make a history, for each history to measure. */
  readonly histories: readonly number[]
  readonly rounds: number
  /** Only these groups of figures; all by default. */
  readonly only?: readonly string[]
  readonly say: (line: string) => void
  readonly onFigure: (group: string, figure: Figure) => void
}

/** The groups of figures, by name; each is a part of docs/benchmarks.md. */
export const STORE_GROUPS: Readonly<Record<string, StoreGroup>> = {
  'cold-usage': COLD_USAGE,
  index: INDEX,
  search: SEARCH,
  warm: WARM,
  append: APPEND,
}

/** Measures whole commands against other programs. Bars are those of the project's contract. */
export function benchStore({ only, rounds, say, onFigure, ...options }: StoreBenchOptions): void {
  buildSkein()
  const histories = options.histories.flatMap((count) => historyOf(options, count, say) ?? [])
  for (const [name, group] of Object.entries(STORE_GROUPS)) {
    if (only !== undefined && !only.includes(name)) continue
    group.measure({ histories, rounds, say, onFigure: (figure) => onFigure(name, figure) })
  }
}

function historyOf(
  { size, seed }: Pick<StoreBenchOptions, 'size' | 'seed'>,
  count: number,
  say: (line: string) => void,
): History | undefined {
  const seeds = Array.from({ length: count }, (_, i) => String(Number(seed) + i))
  const missing = seeds.filter((one) => !hasCorpus(size, one)).length
  if (missing > 0 && count > 1 && freeGigabytes() < missing * 2 + 10) {
    say(`a history of ${count} corpora is not measured: the disk has too little room to make it`)
    return undefined
  }
  const roots = seeds.map((one) => corpusFolder(size, one))
  const summaries = roots.map(summaryOf)
  const bytes = summaries.reduce((sum, summary) => sum + summary.bytes, 0)
  return {
    roots,
    gigabytes: Number((bytes / 1e9).toPrecision(2)),
    truth: sumUsage(summaries.map(({ usage }) => usage)),
  }
}

function summaryOf(root: string): { bytes: number; usage: Usage } {
  // Written by the generator, see corpus/layout.ts.
  return JSON.parse(readFileSync(join(root, 'truth', 'corpus.json'), 'utf8')) as {
    bytes: number
    usage: Usage
  }
}

function freeGigabytes(): number {
  const { bavail, bsize } = statfsSync(import.meta.dirname)
  return (bavail * bsize) / 1e9
}
