import { useQuery } from '@tanstack/react-query'
import { duration, formatMoney, tokens, whole, type UsageRow } from '@skein/view'
import type { ReactElement } from 'react'
import { ChartFrame, FigureTable } from '../charts/chart-frame.tsx'
import { useNow } from '../format/now.ts'
import { Chip } from '../ui/chip.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { BarsChart } from './bars-chart.tsx'
import type { Stacks } from './stacks.ts'
import { usageQuery } from './usage-queries.ts'
import type { Measure } from './usage-place.ts'
import { dayIn, spanIn } from './zone-time.ts'
import css from './usage.module.css'

/** Windows of five hours, as limits of plans are counted: the one that runs now, and those before it. */
export function Blocks({
  zone,
  measure,
  stacksFor,
  axisLabel,
}: {
  readonly zone: string
  readonly measure: Measure
  readonly stacksFor: (rows: readonly UsageRow[]) => Stacks
  /** Of a day. */
  readonly axisLabel: (day: string) => string
}): ReactElement {
  const now = useNow()
  const blocks = useQuery(usageQuery({ by: 'block', since: '14d', timeZone: zone }))
  if (blocks.isPending) return <Skeleton lines={6} label="Loading blocks" />
  if (blocks.isError) return <ErrorState error={blocks.error} onRetry={() => void blocks.refetch()} />
  const used = blocks.data.rows.filter(({ block }) => block?.kind === 'block')
  const active = used.find(({ block }) => block?.active === true && now < block.end)
  const format = measure === 'cost' ? formatMoney : tokens
  return (
    <ChartFrame
      title="Blocks of five hours"
      note={`the last two weeks: ${used.length}`}
      table={() => <BlocksTable rows={used} zone={zone} />}
    >
      {active ? (
        <ActiveBlock row={active} zone={zone} now={now} />
      ) : (
        <p className={css.quiet}>None is running.</p>
      )}
      {used.length > 0 && (
        <BarsChart
          stacks={stacksFor(used)}
          label={`${measure === 'cost' ? 'Cost' : 'Tokens'} of each block of five hours in the last two weeks`}
          format={format}
          axisLabel={(key) => axisLabel(dayIn(zone, Date.parse(key)))}
          barLabel={({ row }) => (row?.block ? spanIn(zone, row.block.start, row.block.end) : '')}
          noPrice="no price"
        />
      )}
    </ChartFrame>
  )
}

function ActiveBlock({
  row,
  zone,
  now,
}: {
  readonly row: UsageRow
  readonly zone: string
  readonly now: number
}): ReactElement | null {
  const { block } = row
  if (block === null) return null
  const passed = Math.max(0, Math.min(1, (now - block.start) / (block.end - block.start)))
  const { burn, projection } = block
  return (
    <div className={css.active}>
      <div className={css.activeHead}>
        <Chip tone="accent">Running</Chip>
        <span>{spanIn(zone, block.start, block.end)}</span>
        <span className={css.quiet}>{duration(block.end - now)} left</span>
      </div>
      <svg
        className={css.progress}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${Math.round(passed * 100)} % of the time has passed`}
      >
        <rect className={css.level0} width="100" height="4" />
        <rect className={css.level3} width={passed * 100} height="4" />
      </svg>
      <dl className={css.activeFigures}>
        <Figure name="so far">
          {formatMoney(row.cost)} · {tokens(row.totalTokens)} tokens
        </Figure>
        {burn && (
          <Figure name="burn rate">
            {burn.costPerHour !== null && `${formatMoney(burn.costPerHour)} an hour · `}
            {tokens(burn.tokensPerMinute)} tokens a minute
          </Figure>
        )}
        {projection && (
          <Figure name="at its end, going on like this">
            {projection.cost !== null && `${formatMoney(projection.cost)} · `}
            {tokens(projection.totalTokens)} tokens
          </Figure>
        )}
      </dl>
    </div>
  )
}

function Figure({
  name,
  children,
}: {
  readonly name: string
  readonly children: React.ReactNode
}): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function BlocksTable({
  rows,
  zone,
}: {
  readonly rows: readonly UsageRow[]
  readonly zone: string
}): ReactElement {
  return (
    <FigureTable
      caption="Blocks of five hours"
      columns={[
        { label: 'Block' },
        { label: 'Cost', figures: true },
        { label: 'Tokens', figures: true },
        { label: 'Answers', figures: true },
      ]}
      rows={rows.toReversed().map((row) => ({
        key: row.key,
        cells: [
          `${row.block ? spanIn(zone, row.block.start, row.block.end) : row.key}${row.block?.active ? ' (running)' : ''}`,
          formatMoney(row.cost),
          tokens(row.totalTokens),
          whole(row.messages),
        ],
      }))}
    />
  )
}
