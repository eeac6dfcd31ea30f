import { useQuery } from '@tanstack/react-query'
import {
  formatMoney,
  inertLine,
  NO_TIME,
  tokens,
  whole,
  ZoneDays,
  type UsageReport,
  type UsageRow,
} from '@skein/view'
import { useEffect, useMemo, type ReactElement } from 'react'
import { meQuery } from '../api/queries.ts'
import { ChartFrame, FigureTable } from '../charts/chart-frame.tsx'
import { shortModel } from '../format/names.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { navigate, useLocation } from '../url/location.ts'
import { BarsChart } from './bars-chart.tsx'
import { Blocks } from './blocks.tsx'
import { CacheShare } from './cache-share.tsx'
import { cacheShare, percent } from './cache.ts'
import { UsageControls } from './controls.tsx'
import { heatmapOf, MONTHS } from './heatmap.ts'
import { HeatmapChart } from './heatmap-chart.tsx'
import { stacksOf, type Stacks } from './stacks.ts'
import { UsageTable } from './usage-table.tsx'
import {
  formatUsagePlace,
  monthsThrough,
  parseUsagePlace,
  spanOf,
  type Measure,
  type Span,
  type UsagePlace,
  type UsualUsage,
} from './usage-place.ts'
import { usageQuery } from './usage-queries.ts'
import css from './usage.module.css'

/** What was used and what it cost. */
export function UsagePage(): ReactElement {
  const location = useLocation()
  const me = useQuery(meQuery)
  const ownZone = useMemo(() => Intl.DateTimeFormat().resolvedOptions().timeZone, [])
  // Demo sessions do not get younger: of the last month there would be nothing to see.
  const usual: UsualUsage = { zone: ownZone, range: me.data?.demo === true ? 'all' : '30d' }
  const place = parseUsagePlace(location.more, usual)
  // Spans are of whole days: the same for all of a visit, unless midnight passes.
  const hour = Math.floor(Date.now() / 3_600_000)
  const span = useMemo(
    () => spanOf(place.range, place.zone, hour * 3_600_000),
    [place.range, place.zone, hour],
  )
  const report = useQuery(usageQuery({ by: span.by, since: span.since, timeZone: place.zone }))
  useEffect(() => {
    document.title = 'Usage · Skein'
    return () => {
      document.title = 'Skein'
    }
  }, [])
  const set = (change: Partial<UsagePlace>): void =>
    navigate({ ...location, more: formatUsagePlace({ ...place, ...change }, usual) }, { replace: true })
  return (
    <div className={css.page}>
      <div className={css.column}>
        <header className={css.head}>
          <h1 className={css.title}>Usage</h1>
          <UsageControls
            place={place}
            ownZone={ownZone}
            serverZone={me.data?.timeZone ?? null}
            onChange={set}
          />
        </header>
        {report.isError ? (
          <ErrorState error={report.error} onRetry={() => void report.refetch()} />
        ) : report.data === undefined ? (
          <Skeleton lines={16} label="Loading usage" />
        ) : (
          <div className={classes(css.parts, report.isPlaceholderData && css.older)}>
            <Report report={report.data} place={place} span={span} onChange={set} />
          </div>
        )}
      </div>
    </div>
  )
}

function Report({
  report,
  place,
  span,
  onChange,
}: {
  readonly report: UsageReport
  readonly place: UsagePlace
  readonly span: Span
  readonly onChange: (change: Partial<UsagePlace>) => void
}): ReactElement {
  const { measure, zone } = place
  const nameOf = (model: string): string => inertLine(shortModel(model)).slice(0, 40) || 'unknown'
  const keys = span.keys ?? monthsThrough(report.rows.map(({ key }) => key))
  const stacks = stacksOf(timed(report), measure, { keys: span.by === report.by ? keys : null, nameOf })
  const stacksFor = (rows: readonly UsageRow[]): Stacks =>
    stacksOf({ ...report, rows }, measure, { keys: null, nameOf })
  const { format, unit } = measures(measure)
  if (report.totals.messages === 0)
    return (
      <>
        <EmptyState
          icon="usage"
          title="Nothing was used in this time"
          actions={
            place.range !== 'all' && (
              <Button onClick={() => onChange({ range: 'all' })}>Show everything</Button>
            )
          }
        />
        <Year zone={zone} measure={measure} />
      </>
    )
  const per = { daily: 'day', weekly: 'week', monthly: 'month' }[span.by]
  return (
    <>
      <Totals report={report} />
      <ChartFrame title={`${unit} per ${per}`} note="by model" table={() => <TimeTable report={report} />}>
        <BarsChart
          stacks={stacks}
          label={`${unit} per ${per}, stacked by model: ${format(stacks.bars.reduce((sum, bar) => sum + bar.total, 0))} in all, at most ${format(stacks.most)} a ${per}`}
          format={format}
          axisLabel={(key) => axisDate(key)}
          barLabel={({ key }) => (span.by === 'weekly' ? `Week of ${key}` : key)}
          noPrice="no price"
        />
      </ChartFrame>
      <Year zone={zone} measure={measure} />
      <div className={css.pair}>
        <Blocks zone={zone} measure={measure} stacksFor={stacksFor} axisLabel={axisDate} />
        <CacheShare report={timed(report)} axisLabel={axisDate} />
      </div>
      <UsageTable place={place} since={span.since} onTable={(table) => onChange({ table })} />
    </>
  )
}

function Totals({ report }: { readonly report: UsageReport }): ReactElement {
  const { totals } = report
  const share = cacheShare(totals.tokens)
  const agents = totals.totalTokens === 0 ? 0 : totals.subagents.totalTokens / totals.totalTokens
  return (
    <div className={css.totals}>
      <dl className={css.figureRow}>
        <Total name="Cost" value={formatMoney(totals.cost)} />
        <Total name="Tokens" value={tokens(totals.totalTokens)} />
        <Total name="Output" value={tokens(totals.tokens.output)} />
        <Total name="Answers" value={whole(totals.messages)} />
        <Total name="Read from the cache" value={share === null ? '–' : percent(share)} />
        <Total name="By sub-agents" value={percent(agents)} />
      </dl>
      {totals.unpricedTokens > 0 && (
        <p className={css.unpriced}>
          <Icon name="info" />
          <span>
            {tokens(totals.unpricedTokens)} tokens have no price and are not in the cost:{' '}
            {totals.unpricedModels
              .slice(0, 5)
              .map((model) => inertLine(model).slice(0, 60))
              .join(', ')}
            {totals.unpricedModels.length > 5 && ' …'}
          </span>
        </p>
      )}
    </div>
  )
}

function Total({ name, value }: { readonly name: string; readonly value: string }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Year({ zone, measure }: { readonly zone: string; readonly measure: Measure }): ReactElement {
  const hour = Math.floor(Date.now() / 3_600_000)
  const { today, since } = useMemo(() => {
    const days = new ZoneDays(zone)
    const last = days.dayOf(hour * 3_600_000)
    return { today: last, since: new Date(days.startOf(last - 372)).toISOString() }
  }, [zone, hour])
  const year = useQuery(usageQuery({ by: 'daily', since, timeZone: zone }))
  const heatmap = useMemo(
    () =>
      heatmapOf(
        new Map(
          (year.data?.rows ?? []).map((row) => [
            row.key,
            measure === 'cost' ? (row.cost ?? 0) : row.totalTokens,
          ]),
        ),
        today,
      ),
    [year.data, measure, today],
  )
  const { format, unit } = measures(measure)
  if (year.isPending) return <Skeleton lines={6} label="Loading the year" />
  if (year.isError) return <ErrorState error={year.error} onRetry={() => void year.refetch()} />
  return (
    <ChartFrame
      title="The year"
      note={`${heatmap.activeDays} days with something`}
      table={() => <TimeTable report={year.data} />}
    >
      <HeatmapChart heatmap={heatmap} label={`${unit} of each day of the last 53 weeks`} format={format} />
    </ChartFrame>
  )
}

function TimeTable({ report }: { readonly report: UsageReport }): ReactElement {
  return (
    <FigureTable
      caption="Usage by time"
      columns={[
        { label: 'When' },
        { label: 'Cost', figures: true },
        { label: 'Tokens', figures: true },
        { label: 'Output', figures: true },
        { label: 'Answers', figures: true },
        { label: 'Models' },
      ]}
      rows={report.rows.toReversed().map((row) => ({
        key: row.key,
        cells: [
          row.key,
          formatMoney(row.cost),
          tokens(row.totalTokens),
          tokens(row.tokens.output),
          whole(row.messages),
          row.models
            .slice(0, 4)
            .map(({ model }) => inertLine(shortModel(model)).slice(0, 40))
            .join(', '),
        ],
      }))}
    />
  )
}

/** What has no time is in the totals and in no bar. */
function timed(report: UsageReport): UsageReport {
  return { ...report, rows: report.rows.filter(({ key }) => key !== NO_TIME) }
}

function measures(measure: Measure): { readonly format: (value: number) => string; readonly unit: string } {
  return measure === 'cost' ? { format: formatMoney, unit: 'Cost' } : { format: tokens, unit: 'Tokens' }
}

/** `12 Mar`, `Mar 2026` for a month. */
function axisDate(key: string): string {
  const [year, month, day] = key.split('-')
  const name = MONTHS[Number(month) - 1] ?? key
  return day === undefined ? `${name} ${year.slice(2)}` : `${Number(day)} ${name}`
}
