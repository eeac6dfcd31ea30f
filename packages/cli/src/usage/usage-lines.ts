import {
  formatMoney,
  type BurnRate,
  type Projection,
  type UsageReport,
  type UsageRow,
  type UsageSummary,
} from '@skein/view'
import { bars } from '../terminal/bars.ts'
import { counted, duration, minute, tokens, whole } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { table } from '../terminal/table.ts'
import { widthOf } from '../terminal/width.ts'
import { shorten, shortenStart, wrap } from '../terminal/wrap.ts'

/** A report for people: a row a period or thing, its classes of tokens, its cost and a bar of it. */
export function usageLines(report: UsageReport, screen: Screen): string[] {
  const { style, width } = screen
  const rows = report.rows.filter(({ block }) => block?.kind !== 'gap')
  if (rows.length === 0) return ['No usage found.']
  const columns = COLUMNS.filter(({ least }) => width >= least)
  const names = rows.map((row) => nameOf(row, report))
  const cells = [...rows, report.totals].map((row) => columns.map(({ cell }) => cell(row)))
  const heads = columns.map(({ head }) => head)
  const widths = columns.map((_, i) => Math.max(...[heads, ...cells].map((row) => widthOf(row[i] ?? ''))))
  const taken = widths.reduce((sum, columnWidth) => sum + columnWidth + 2, 0)
  const nameWidth = Math.max(
    'total'.length,
    Math.min(Math.max(...names.map(widthOf)), Math.max(LEAST_NAME, width - taken - LEAST_BAR - 2)),
  )
  const barWidth = Math.max(0, Math.min(BAR, width - taken - nameWidth - 2))
  const drawn = bars(
    rows.map(({ cost, totalTokens }) => (isPriced(report) ? (cost ?? 0) : totalTokens)),
    barWidth,
  )
  const lines = table(
    [
      ['', ...heads, ''],
      ...rows.map((_, i) => [shortName(names[i] ?? '', nameWidth), ...(cells[i] ?? []), drawn[i] ?? '']),
      ['total', ...(cells.at(-1) ?? []), ''],
    ],
    ['left', ...columns.map(() => 'right' as const), 'left'],
  )
  return [
    ...lines.map((line, i) => (i === 0 ? style.dim(line) : i === lines.length - 1 ? style.bold(line) : line)),
    ...noteLines(report, screen),
  ]
}

/** 20 columns: enough to compare by eye. */
const BAR = 20
/** A name that cannot be told from others is worse than a short bar. */
const LEAST_BAR = 8
const LEAST_NAME = 10

/** The ends of paths tell them apart. */
function shortName(name: string, width: number): string {
  return name.includes('/') ? shortenStart(name, width) : shorten(name, width)
}

interface Column {
  readonly head: string
  /** The narrowest screen that has it. */
  readonly least: number
  readonly cell: (row: UsageSummary) => string
}

const COLUMNS: readonly Column[] = [
  { head: 'INPUT', least: 70, cell: (row) => tokens(row.tokens.input) },
  { head: 'OUTPUT', least: 60, cell: (row) => tokens(row.tokens.output) },
  { head: 'CACHE READ', least: 80, cell: (row) => tokens(row.tokens.cacheRead) },
  { head: 'WRITE 5M', least: 90, cell: (row) => tokens(row.tokens.cacheWrite5m) },
  { head: 'WRITE 1H', least: 100, cell: (row) => tokens(row.tokens.cacheWrite1h) },
  { head: 'TOKENS', least: 32, cell: (row) => tokens(row.totalTokens) },
  { head: 'AGENTS', least: 110, cell: (row) => share(row.subagents.totalTokens, row.totalTokens) },
  { head: 'MESSAGES', least: 120, cell: (row) => whole(row.messages) },
  { head: 'COST', least: 0, cell: costCell },
]

function share(part: number, all: number): string {
  return part === 0 ? '' : `${Math.round((part * 100) / Math.max(1, all))} %`
}

/** With a + where tokens without a price are missing from it. */
function costCell({ cost, unpricedTokens }: UsageSummary): string {
  return `${formatMoney(cost)}${cost !== null && unpricedTokens > 0 ? '+' : ''}`
}

function isPriced({ totals }: UsageReport): boolean {
  return (totals.cost ?? 0) > 0
}

function nameOf(row: UsageRow, { by }: UsageReport): string {
  if (row.block !== null) return minute(row.block.start)
  if (by !== 'session') return inertLine(row.key) || '(none)'
  const project = inertLine(row.project ?? '')
  return [inertLine(row.key).slice(0, 8), project.slice(project.lastIndexOf('/') + 1)]
    .filter(Boolean)
    .join(' ')
}

function noteLines({ rows, totals }: UsageReport, { style, width }: Screen): string[] {
  const active = rows.find(({ block }) => block?.active === true)?.block
  const { webSearches, webFetches } = totals.tokens
  const notes: { readonly text: string; readonly paint: (text: string) => string }[] = []
  if (active?.burn && active.projection)
    notes.push({ text: burnNote(active.burn, active.projection), paint: style.bold })
  if (webSearches + webFetches > 0)
    notes.push({
      text: `${counted(webSearches, 'web search', 'web searches')}, ${counted(webFetches, 'web fetch', 'web fetches')}`,
      paint: style.dim,
    })
  if (totals.unpricedTokens > 0) notes.push({ text: unpricedNote(totals), paint: style.yellow })
  return notes.flatMap(({ text, paint }) => wrap(text, width).map(paint))
}

function burnNote(burn: BurnRate, projection: Projection): string {
  return (
    `now: ${tokens(burn.tokensPerMinute)} tokens a minute, ${formatMoney(burn.costPerHour)} an hour; ` +
    `${duration(projection.minutesLeft * 60_000)} left, by then ${tokens(projection.totalTokens)} tokens, ${formatMoney(projection.cost)}`
  )
}

function unpricedNote({ unpricedModels, unpricedTokens }: UsageSummary): string {
  const models = unpricedModels.map((model) => inertLine(model) || '(no model)').join(', ')
  return `no price for ${models}: ${tokens(unpricedTokens)} tokens are not in the cost (prices.json can name one)`
}
