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

/** What `npm run bench -- parse` has to say. */
export function parseReport({ command, figures, steps, realism }: Report): string {
  return `## Reading

${writtenBy(command)} Ratios are measured in one process with the jobs taking turns at every file, medians of several
rounds; peak memory is the highest resident set of a process of its own, runtime included.

${figureTable(figures)}

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
)}`
}

export interface GroupReport {
  readonly command: string
  readonly title: string
  /** What the figures mean, in Markdown. */
  readonly about: string
  readonly figures: readonly Figure[]
}

/** What one group of `npm run bench -- store` has to say. */
export function groupReport({ command, title, about, figures }: GroupReport): string {
  return `## ${title}

${writtenBy(command)} Whole processes that take turns, ratios of their medians.

${figureTable(figures)}

${about}`
}

/**
 * `docs/benchmarks.md` with one part replaced, or added at the end. A part stands between two comments
 * with its name, so that each run rewrites what it measured and nothing else.
 */
export function withPart(document: string, name: string, text: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const part = `${open}\n\n${text}\n\n${close}`
  const start = document.indexOf(open)
  const end = document.indexOf(close)
  if (start < 0 || end < start) return `${document.trimEnd()}\n\n${part}\n`
  return `${document.slice(0, start)}${part}${document.slice(end + close.length)}`
}

function writtenBy(command: string): string {
  return `Written by \`${command}\` on Node ${process.version}, ${process.arch}, ${availableParallelism()} cores.`
}

function figureTable(figures: readonly Figure[]): string {
  return table(
    ['figure', 'value', 'bar', 'pass', 'about'],
    figures.map((figure) => [
      figure.name,
      `${shown(figure.value)} ${figure.unit}`,
      barText(figure),
      figure.bar === undefined ? '' : passes(figure) ? 'yes' : '**no**',
      figure.note ?? '',
    ]),
  )
}

function shown(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
