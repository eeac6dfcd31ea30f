import { apartFor } from '@skein/store'
import { shownValue } from '@skein/redact'
import { formatMoney, LOCAL_ZONE, usageReport } from '@skein/view'
import { z } from 'zod'
import { priceTable } from '../store/price-table.ts'
import { inertLine } from '../terminal/inert.ts'
import { bounded } from './bounded.ts'
import { mostCharacters, tool } from './tool.ts'

export const usageTool = tool({
  name: 'usage',
  title: 'Tokens and cost',
  description:
    'What sessions used and cost at list prices, by day, week, month, session, project, model, tool or five-hour block; every message counted once.',
  input: z.object({
    by: z
      .enum(['daily', 'weekly', 'monthly', 'session', 'project', 'model', 'tool', 'block'])
      .default('daily'),
    days: z.number().int().min(1).max(3660).optional().describe('Only the last so many days'),
    max_chars: mostCharacters,
  }),
  answer: ({ by, days, max_chars }, remember) =>
    remember(async (store) => {
      const now = Date.now()
      const span = days === undefined ? {} : { since: now - days * 86_400_000 }
      const report = shownValue(
        usageReport(await store.usage({ ...apartFor(by, LOCAL_ZONE), ...span }), {
          by,
          now,
          timeZone: LOCAL_ZONE,
          prices: priceTable(store.home),
          ...span,
        }),
      )
      const line = (name: string, row: (typeof report)['totals']): string =>
        `${name}: ${row.totalTokens} tokens (${row.tokens.input} in, ${row.tokens.output} out, ${row.tokens.cacheRead} cache read, ` +
        `${row.tokens.cacheWrite5m + row.tokens.cacheWrite1h} cache write), ${formatMoney(row.cost)}` +
        `${row.unpricedTokens > 0 ? `, without ${row.unpricedTokens} tokens that have no price` : ''}\n`
      const rows = report.rows.filter(({ block }) => block?.kind !== 'gap').toReversed()
      return bounded(
        [line('total', report.totals), ...rows.map((row) => line(inertLine(row.key), row))],
        max_chars,
        'name fewer days',
      )
    }),
})
