import { LOCAL_ZONE, type UsageReport, type UsageRow, type UsageSummary } from '@skein/view'
import { isoTime } from '../terminal/figures.ts'

/** What `skein usage --json` prints; docs/cli-json.md documents it. Money is in dollars, null where nothing has a price. */
export function usageJson({ by, timeZone, rows, totals }: UsageReport): object {
  const zone = timeZone === LOCAL_ZONE ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone
  return { by, timeZone: zone, rows: rows.map(rowJson), totals: summaryJson(totals) }
}

function rowJson(row: UsageRow): object {
  const { key, first, last, project, block } = row
  return {
    key,
    firstTime: isoTime(first),
    lastTime: isoTime(last),
    ...(project === null ? {} : { project }),
    ...(block === null ? {} : { block: blockJson(block) }),
    ...summaryJson(row),
  }
}

function blockJson({ kind, start, end, active, burn, projection }: NonNullable<UsageRow['block']>): object {
  return {
    kind,
    start: isoTime(start),
    end: isoTime(end),
    active,
    burn:
      burn === null
        ? null
        : { tokensPerMinute: burn.tokensPerMinute, costPerHour: dollars(burn.costPerHour) },
    projection: projection === null ? null : { ...projection, cost: dollars(projection.cost) },
  }
}

function summaryJson({
  messages,
  tokens,
  totalTokens,
  cost,
  unpricedTokens,
  unpricedModels,
  models,
  subagents,
}: UsageSummary): object {
  return {
    messages,
    tokens,
    totalTokens,
    cost: dollars(cost),
    nanoDollars: cost,
    unpricedTokens,
    unpricedModels,
    models: models.map((model) => ({ ...model, cost: dollars(model.cost) })),
    subagents: { ...subagents, cost: dollars(subagents.cost) },
  }
}

function dollars(nano: number | null): number | null {
  return nano === null ? null : nano / 1e9
}
