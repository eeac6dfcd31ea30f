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
  \`worst\`: a phrase of the commonest words that stands nowhere, so that nearly everything has to be read.
- \`growth\`: the largest history against the smallest. A look for changed files has to ask the file system about each of them;
  \`bare look\` is a Node process that does only that. \`growth-above-look\` is the growth of what a search takes beyond it.`,
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
  const spent = new Map<string, Spent[]>()
  for (const history of histories) {
    const skein = new SkeinCommand(history.roots)
    const { ripgrepSearch, node, look } = referencesFor(history.roots, say)
    if (ripgrepSearch === null) return
    interleaved([skein.command('build', ['index', 'status'])], 1)
    const searches: Command[] = Object.entries(QUERIES).map(([name, query]) =>
      skein.command(name, ['search', query, '--json']),
    )
    const timings = interleaved([...searches, ripgrepSearch, node, look], rounds)
    const secondsOf = (name: string): number => timings.get(name)?.seconds ?? Number.NaN
    for (const name of Object.keys(QUERIES)) {
      const { hits, work } = JSON.parse(timings.get(name)?.output ?? '{}') as SearchOutput // `skein search --json`
      const seconds = secondsOf(name)
      const aboveLook = seconds - (secondsOf(look.name) - secondsOf(node.name))
      spent.set(name, [...(spent.get(name) ?? []), { seconds, aboveLook }])
      onFigure({
        name: `search-${name}-vs-rg-${history.gigabytes}GB`,
        value: seconds / secondsOf(ripgrepSearch.name),
        unit: 'x',
        ...barOf(name, history.gigabytes),
        note: `${hits.length} hits; ${Object.entries(work)
          .map(([kind, count]) => `${kind} ${count}`)
          .join(', ')}`,
      })
    }
    for (const name of ['absent', ripgrepSearch.name, node.name, look.name])
      onFigure({ name: `seconds: ${name}-${history.gigabytes}GB`, value: secondsOf(name), unit: 's' })
  }
  for (const [name, times] of spent) {
    const [smallest, largest] = [times[0], times.at(-1)]
    if (times.length < 2 || largest === undefined || name === 'worst') continue
    onFigure({
      name: `search-${name}-growth`,
      value: largest.seconds / smallest.seconds,
      unit: 'x',
      bar: { atMost: 1.5 },
      note: 'largest history against smallest: flat',
    })
    onFigure({
      name: `search-${name}-growth-above-look`,
      value: largest.aboveLook / smallest.aboveLook,
      unit: 'x',
      note: "without the file system's own time",
    })
  }
}

/** What a search took, and what of that is beyond a look at every file. */
interface Spent {
  readonly seconds: number
  readonly aboveLook: number
}

function barOf(name: string, gigabytes: number): Pick<Figure, 'bar' | 'goal'> {
  if (gigabytes < 1) return {}
  return name === 'worst' ? { bar: { atMost: 3 } } : { bar: { atMost: 1 }, goal: 0.5 }
}
