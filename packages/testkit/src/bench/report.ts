import { availableParallelism } from 'node:os'
import type { RealismRow } from '../corpus/realism.ts'
import { barText, passes, type Figure } from './figures.ts'
import type { Step } from './parse.ts'

export interface Report {
  readonly command: string
  readonly figures: readonly Figure[]
  readonly steps: readonly Step[]
  readonly realism: readonly RealismRow[]
}

/** `docs/benchmarks.md`, as a whole. */
export function reportText({ command, figures, steps, realism }: Report): string {
  return `# Benchmarks

Written by \`${command}\` on Node ${process.version}, ${process.arch}, ${availableParallelism()} cores. Ratios are
measured in one process with the jobs taking turns at every file, medians of several rounds; peak memory is the highest
resident set of a process of its own, runtime included. Absolute figures depend on the machine; the bars are the ratios.

## Reading

${table(
  ['figure', 'value', 'bar', 'pass', 'about'],
  figures.map((figure) => [
    figure.name,
    `${shown(figure.value)} ${figure.unit}`,
    barText(figure),
    figure.bar === undefined ? '' : passes(figure) ? 'yes' : '**no**',
    figure.note ?? '',
  ]),
)}

- \`json-parse\`: every line decoded and given to \`JSON.parse\`, the value dropped.
- \`structure\`: rows, graph, messages, turns, tool pairs and usage; bodies stay byte ranges.
- \`full\`: every entry of the scanner parsed and typed.

## One transcript, from small to huge

Structure only. Memory is without the runtime's own.

${table(
  ['MB', 'rows', 'seconds', 'MB/s', 'peak MB', 'peak per MB read'],
  steps.map(({ megabytes, rows, seconds, peakMegabytes }) =>
    [megabytes, rows, seconds, megabytes / seconds, peakMegabytes, peakMegabytes / megabytes].map(shown),
  ),
)}

## How real the corpus is

The generated corpus against 288 public transcripts.

${table(
  ['figure', 'real', 'generated', 'ratio', 'ok'],
  realism.map(({ figure, real, generated, ratio, ok }) => [
    figure,
    shown(real),
    shown(generated),
    shown(ratio),
    ok ? 'yes' : '**no**',
  ]),
)}
`
}

function shown(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
