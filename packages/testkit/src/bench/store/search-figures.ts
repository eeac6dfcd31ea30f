import type { Figure } from '../figures.ts'
import { interleaved, type Command } from './command.ts'
import type { StoreBench, StoreGroup } from './group.ts'
import { referencesFor } from './references.ts'
import { SkeinCommand } from './skein-command.ts'

/** `skein search`, the whole command in a new process with the index there, against `rg -i` over everything. */
export const SEARCH: StoreGroup = {
  title: 'Searching',
  about: `- each: \`skein search <query> --json\` in a new process, the look for changed files included.
- \`absent\`: a word that stands nowhere; \`rare\`, \`common\`: words of few and of very many rows; \`phrase\`: two words together;
  \`worst\`: a phrase of the commonest words that stands nowhere, so that nearly everything has to be read.`,
  measure,
}

/** Of the generator's vocabulary, see corpus/vocabulary.ts. */
const QUERIES: Readonly<Record<string, string>> = {
  absent: 'zzyzxquux',
  rare: 'hereSummary_2595',
  common: 'error',
  phrase: '"deploy summary"',
  worst: '"the and of the and of the"',
}

interface SearchOutput {
  readonly hits: readonly unknown[]
  readonly work: Readonly<Record<string, number>>
}

function measure({ histories, rounds, say, onFigure }: StoreBench): void {
  const ratios = new Map<string, number[]>()
  for (const history of histories) {
    const skein = new SkeinCommand(history.roots)
    const { ripgrepSearch, node } = referencesFor(history.roots, say)
    if (ripgrepSearch === null) return
    interleaved([skein.command('build', ['index', 'status'])], 1)
    const searches: Command[] = Object.entries(QUERIES).map(([name, query]) =>
      skein.command(name, ['search', query, '--json']),
    )
    const timings = interleaved([...searches, ripgrepSearch, node], rounds)
    const reference = timings.get(ripgrepSearch.name)?.seconds ?? Number.NaN
    for (const name of Object.keys(QUERIES)) {
      const { seconds, output } = timings.get(name) ?? { seconds: Number.NaN, output: '{}' }
      const { hits, work } = JSON.parse(output) as SearchOutput // `skein search --json`
      const value = seconds / reference
      ratios.set(name, [...(ratios.get(name) ?? []), seconds])
      onFigure({
        name: `search-${name}-vs-rg-${history.gigabytes}GB`,
        value,
        unit: 'x',
        ...barOf(name, history.gigabytes),
        note: `${hits.length} hits; ${Object.entries(work)
          .map(([kind, count]) => `${kind} ${count}`)
          .join(', ')}`,
      })
    }
    for (const name of [ripgrepSearch.name, node.name])
      onFigure({
        name: `seconds: ${name}-${history.gigabytes}GB`,
        value: timings.get(name)?.seconds ?? Number.NaN,
        unit: 's',
      })
  }
  for (const [name, seconds] of ratios) {
    const growth = (seconds.at(-1) ?? Number.NaN) / (seconds[0] ?? Number.NaN)
    if (seconds.length > 1 && name !== 'worst')
      onFigure({
        name: `search-${name}-growth`,
        value: growth,
        unit: 'x',
        bar: { atMost: 1.5 },
        note: 'largest history against smallest: flat',
      })
  }
}

function barOf(name: string, gigabytes: number): Pick<Figure, 'bar' | 'goal'> {
  if (gigabytes < 1) return {}
  return name === 'worst' ? { bar: { atMost: 3 } } : { bar: { atMost: 1 }, goal: 0.5 }
}
