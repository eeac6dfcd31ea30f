import type { Figure } from '../figures.ts'
import { coldUsageCommand, type ColdUsageOutput } from './cold-usage-command.ts'
import { interleaved } from './command.ts'
import { CCUSAGE_VERSION, referencesFor } from './references.ts'
import type { History, StoreBench, StoreGroup } from './group.ts'

/** Usage totals from the transcripts alone, in a new process, against ccusage, ripgrep and `cat`. */
export const COLD_USAGE: StoreGroup = {
  title: 'Usage without an index',
  about: `- \`cold-usage\`: discovery, all transcripts read, totals by quarter hour, model, tier, project and session.
- \`ccusage\`: version ${CCUSAGE_VERSION}, the native program, \`claude daily --json --offline\`.
- \`rg -c\`: \`rg -c '"usage":'\` over the same files; \`rg -i\`: a phrase that stands nowhere.
- "by the fast scan" and "by the exact reader": which part vouched for a row, see docs/usage.md.`,
  measure,
}

function measure({ histories, rounds, say, onFigure }: StoreBench): void {
  for (const history of histories) {
    const { cat, node, ripgrepCount, ripgrepSearch, ccusage } = referencesFor(history.roots, say)
    const skein = coldUsageCommand(history.roots)
    const references = [ccusage, ripgrepCount, ripgrepSearch, cat, node].filter((command) => command !== null)
    const timings = interleaved([skein, ...references], rounds)
    const secondsOf = (name: string) => timings.get(name)?.seconds ?? Number.NaN
    const output = JSON.parse(timings.get(skein.name)?.output ?? '') as ColdUsageOutput // see cold-usage-command.ts
    const own = secondsOf(skein.name)
    const figure = (name: string, rest: Omit<Figure, 'name'>) =>
      onFigure({ name: `${name}-${history.gigabytes}GB`, ...rest })

    if (ccusage !== null)
      figure('cold-usage-vs-ccusage', {
        value: secondsOf('ccusage') / own,
        unit: 'x',
        ...barAt(history.gigabytes),
      })
    if (ripgrepCount !== null)
      figure('cold-usage-vs-rg-count', { value: secondsOf('rg -c') / own, unit: 'x', goal: 0.5 })
    figure('cold-usage-vs-cat', { value: secondsOf('cat') / own, unit: 'x' })
    figure('cold-usage-peak', { value: output.peakMegabytes, unit: 'MB', bar: { atMost: 150 } })
    figure('cold-usage-off-by', {
      value: differenceTo(history.truth, output.total),
      unit: 'tokens',
      bar: { atMost: 0 },
      note: `from the generator's truth, of ${output.messages} messages`,
    })
    for (const [name, { seconds }] of timings) figure(`seconds: ${name}`, { value: seconds, unit: 's' })
    for (const [name, value, unit] of workOf(output)) figure(`work: ${name}`, { value, unit })
  }
}

/** Small histories are for trying things: there, all that is measured is how fast Node starts. */
function barAt(gigabytes: number): Pick<Figure, 'bar' | 'goal'> {
  if (gigabytes < 1) return {}
  return gigabytes < 4 ? { bar: { atLeast: 3 }, goal: 5 } : { bar: { atLeast: 5 }, goal: 8 }
}

function workOf({ counts }: ColdUsageOutput): [string, number, Figure['unit']][] {
  return [
    ['bytes read', counts.bytes / 1e6, 'MB'],
    ['lines', counts.lines, 'lines'],
    ['rows by the fast scan', counts.fastRows, 'lines'],
    ['lines by the exact reader', counts.exactLines, 'lines'],
    ['transcripts read whole', counts.wholeTranscripts, 'files'],
    ['threads', counts.threads, 'threads'],
  ]
}

/** Cache writes as one: the oldest version does not say how long they live. */
function differenceTo(truth: History['truth'], total: ColdUsageOutput['total']): number {
  const writes = (of: History['truth']) => of.cacheWrite5m + of.cacheWrite1h
  return (
    Math.abs(truth.input - total.input) +
    Math.abs(truth.output - total.output) +
    Math.abs(truth.cacheRead - total.cacheRead) +
    Math.abs(writes(truth) - writes(total))
  )
}
