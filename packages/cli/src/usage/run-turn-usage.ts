import { shownValue } from '@skein/redact'
import { skeinHome } from '@skein/store'
import { LOCAL_ZONE, usageByTurn, type UsageReport, type UsageRow, type UsageSummary } from '@skein/view'
import { openAgents } from '../session/agents.ts'
import { openSession } from '../session/open-session.ts'
import { priceTable } from '../store/price-table.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen } from '../terminal/screen.ts'
import type { UsageFlags } from './run-usage.ts'
import { usageCsv } from './usage-csv.ts'
import { usageJson } from './usage-json.ts'
import { usageLines } from './usage-lines.ts'

/** What each turn of one session used and cost, its sub-agents included. */
export async function runTurnUsage(session: string, flags: UsageFlags): Promise<void> {
  const opened = await openSession(session, flags)
  try {
    const prices = priceTable(skeinHome(process.env))
    const { turns, elsewhere, total } = usageByTurn(opened.transcript, prices, openAgents(opened).tree)
    const rows: UsageRow[] = turns.map(({ turn, startTime, endTime, agents: _started, ...summary }) =>
      rowOf(`turn ${turn + 1}`, summary, { first: startTime, last: endTime }),
    )
    // Other branches, and what a compaction replaced: nobody's turn any more, and paid all the same.
    if (elsewhere.messages > 0) rows.push(rowOf('elsewhere', elsewhere, { first: null, last: null }))
    const report: UsageReport = shownValue({ by: 'turn', timeZone: LOCAL_ZONE, rows, totals: total })
    const screen = openScreen(flags, { long: true, wide: true })
    if (flags.json) await writeJson(screen.out, usageJson(report))
    else await screen.out.lines(flags.csv ? usageCsv(report) : usageLines(report, screen))
    await screen.out.end()
  } finally {
    opened.close()
  }
}

function rowOf(key: string, summary: UsageSummary, times: Pick<UsageRow, 'first' | 'last'>): UsageRow {
  return { ...summary, ...times, key, project: null, block: null }
}
