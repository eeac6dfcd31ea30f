import { apartFor, parseMoment, type SliceOptions } from '@skein/store'
import { shownValue } from '@skein/redact'
import { isTimeZone, LOCAL_ZONE, usageReport, type UsageBy, type UsageSlice } from '@skein/view'
import type { UsageQuery } from '../api/api.ts'
import type { ServerContext } from '../context.ts'
import { projectById, sessionByKey } from '../sessions/session-keys.ts'
import { answer, type Routes } from './answer.ts'
import { badRequest } from './failure.ts'

/** Tokens and cost. */
export function usageRoutes(app: Routes, context: ServerContext): void {
  answer(app, 'GET /api/usage', async ({ query }) => {
    const { by, timeZone = LOCAL_ZONE } = query
    if (timeZone !== LOCAL_ZONE && !isTimeZone(timeZone)) throw badRequest('timeZone', 'is no time zone')
    await context.refresher.fresh()
    const span = spanOf(query, context.now())
    const report = usageReport(await slicesFor(context, query, span), {
      by,
      timeZone,
      prices: context.prices,
      now: context.now(),
      ...span,
    })
    const omitted = Math.max(0, report.rows.length - MOST_ROWS)
    // Oldest first in reports by time, else the costliest first: what is left out is the least asked for.
    const rows = isByTime(by) ? report.rows.slice(omitted) : report.rows.slice(0, MOST_ROWS)
    return shownValue({ ...report, rows: rows.map(bounded), totals: bounded(report.totals), omitted })
  })
}

const MOST_ROWS = 400
const MOST_MODELS = 20

/** A hostile transcript names a model a message. */
function bounded<
  T extends { readonly models: readonly unknown[]; readonly unpricedModels: readonly string[] },
>(row: T): T {
  return {
    ...row,
    models: row.models.slice(0, MOST_MODELS),
    unpricedModels: row.unpricedModels.slice(0, MOST_MODELS),
  }
}

function isByTime(by: UsageBy): boolean {
  return ['daily', 'weekly', 'monthly', 'block'].includes(by)
}

type Span = Pick<SliceOptions, 'since' | 'until'>

function spanOf({ since, until }: UsageQuery, now: number): Span {
  return {
    ...(since === undefined ? {} : { since: momentOf('since', since, now) }),
    ...(until === undefined ? {} : { until: momentOf('until', until, now) }),
  }
}

function momentOf(field: string, text: string, now: number): number {
  const time = parseMoment(text, now)
  if (time === null) throw badRequest(field, 'is no date; one is like 2026-03-01, 7d or today')
  return time
}

async function slicesFor(
  { store }: ServerContext,
  query: UsageQuery,
  span: Span,
): Promise<readonly UsageSlice[]> {
  const { by, timeZone = LOCAL_ZONE, session, project } = query
  if ((session !== undefined || project !== undefined) && by === 'tool')
    throw badRequest('by', 'tools are counted over all sessions only')
  return store.usage({
    ...apartFor(by, timeZone),
    ...span,
    ...(session === undefined ? {} : { session: (await sessionByKey(store, session)).session }),
    ...(project === undefined ? {} : { in: await projectById(store, project) }),
  })
}
