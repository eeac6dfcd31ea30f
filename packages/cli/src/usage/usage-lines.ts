import { formatMoney, type UsageReport, type UsageRow, type UsageSummary } from '@skein/view'
import { bars } from '../terminal/bars.ts'
import { counted, duration, minute, tokens, whole } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { table } from '../terminal/table.ts'
import { widthOf } from '../terminal/width.ts'
import { shorten } from '../terminal/wrap.ts'

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
    5,
    Math.min(Math.max(...names.map(widthOf)), Math.max(LEAST_NAME, width - taken - BAR - 2)),
  )
  const barWidth = Math.max(0, Math.min(BAR, width - taken - nameWidth - 2))
  const drawn = bars(
    rows.map(({ cost, totalTokens }) => (isPriced(report) ? (cost ?? 0) : totalTokens)),
    barWidth,
  )
  const lines = table(
    [
      ['', ...heads, ''],
      ...rows.map((_, i) => [shorten(names[i] ?? '', nameWidth), ...(cells[i] ?? []), drawn[i] ?? '']),
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
const LEAST_NAME = 10

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
  { head: 'TOKENS', least: 0, cell: (row) => tokens(row.totalTokens) },
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
  return [row.key.slice(0, 8), inertLine(row.project ?? '')].filter(Boolean).join(' ')
}

function noteLines({ rows, totals }: UsageReport, { style }: Screen): string[] {
  const active = rows.find(({ block }) => block?.active === true)?.block
  const { webSearches, webFetches } = totals.tokens
  return [
    ...(active?.burn && active.projection
      ? [
          `now: ${tokens(active.burn.tokensPerMinute)} tokens a minute, ${formatMoney(active.burn.costPerHour)} an hour; ` +
            `${duration(active.projection.minutesLeft * 60_000)} left, by then ${tokens(active.projection.totalTokens)} tokens, ${formatMoney(active.projection.cost)}`,
        ]
      : []),
    ...(webSearches + webFetches === 0
      ? []
      : [
          style.dim(
            `${counted(webSearches, 'web search', 'web searches')}, ${counted(webFetches, 'web fetch', 'web fetches')}`,
          ),
        ]),
    ...(totals.unpricedTokens === 0
      ? []
      : [
          style.yellow(
            `no price for ${totals.unpricedModels.map((model) => inertLine(model) || '(no model)').join(', ')}: ` +
              `${tokens(totals.unpricedTokens)} tokens are not in the cost (prices.json can name one)`,
          ),
        ]),
  ]
}
