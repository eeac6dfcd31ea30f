import type { UsageReport } from '@skein/view'
import { isoTime } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'

/** A report as RFC 4180 CSV, one line a row; cost in dollars with nine decimals, empty where nothing has a price. */
export function usageCsv({ by, rows }: UsageReport): string[] {
  const lines = rows
    .filter(({ block }) => block?.kind !== 'gap')
    .map(({ key, first, last, project, tokens, totalTokens, messages, cost, unpricedTokens, subagents }) => [
      key,
      isoTime(first) ?? '',
      isoTime(last) ?? '',
      project ?? '',
      messages,
      tokens.input,
      tokens.output,
      tokens.cacheRead,
      tokens.cacheWrite5m,
      tokens.cacheWrite1h,
      tokens.webSearches,
      tokens.webFetches,
      totalTokens,
      subagents.totalTokens,
      unpricedTokens,
      cost === null ? '' : (cost / 1e9).toFixed(9),
    ])
  return [[by, ...HEADS], ...lines].map((cells) => cells.map(csvCell).join(','))
}

const HEADS = [
  'first',
  'last',
  'project',
  'messages',
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'web_searches',
  'web_fetches',
  'total_tokens',
  'subagent_tokens',
  'unpriced_tokens',
  'cost_usd',
]

/** A cell that begins like a formula is quoted with an apostrophe: spreadsheets run what a transcript says. */
function csvCell(cell: string | number): string {
  const text = inertLine(String(cell))
  const safe = /^[=+\-@]/.test(text) && typeof cell === 'string' ? `'${text}` : text
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
