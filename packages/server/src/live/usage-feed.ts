import { apartFor } from '@skein/store'
import { dateOf, LOCAL_ZONE, startOfDate, usageReport, ZoneDays, type UsageEvent } from '@skein/view'
import type { ServerContext } from '../context.ts'

/** What was used today, in the server's own time zone. */
export async function usageToday({ store, prices, now }: ServerContext): Promise<UsageEvent['today']> {
  const time = now()
  const date = dateOf(new ZoneDays(LOCAL_ZONE).dayOf(time))
  const { totals } = usageReport(
    await store.usage({
      ...apartFor('daily', LOCAL_ZONE),
      since: startOfDate(date, LOCAL_ZONE) ?? undefined,
    }),
    { by: 'daily', timeZone: LOCAL_ZONE, prices, now: time },
  )
  return {
    date,
    tokens: totals.totalTokens,
    cost: { nanoDollars: totals.cost, unpricedTokens: totals.unpricedTokens },
  }
}
