import { promptTokens, tokens as figure, type UsageReport, type UsageSummary } from '@skein/view'
import type { ReactElement } from 'react'
import { ChartFrame, FigureTable } from '../charts/chart-frame.tsx'
import frame from '../charts/charts.module.css'
import { Legend, seriesClass } from '../charts/legend.tsx'
import { useWidth } from '../charts/use-width.ts'
import { cacheShare, percent } from './cache.ts'
import css from './usage.module.css'

/** How much of what was sent the cache had: by far the cheapest tokens. */
export function CacheShare({
  report,
  axisLabel,
}: {
  readonly report: UsageReport
  readonly axisLabel: (key: string) => string
}): ReactElement {
  const { tokens } = report.totals
  const share = cacheShare(tokens)
  const parts = partsOf(tokens)
  return (
    <ChartFrame
      title="Cache"
      note={share === null ? 'Nothing was sent' : `${percent(share)} of the input was read from the cache`}
      table={() => (
        <FigureTable
          caption="Input by where it came from"
          columns={[
            { label: 'When' },
            { label: 'From the cache', figures: true },
            { label: 'Written to it', figures: true },
            { label: 'Neither', figures: true },
            { label: 'Share read', figures: true },
          ]}
          rows={report.rows.toReversed().map((row) => {
            const of = partsOf(row.tokens)
            const read = cacheShare(row.tokens)
            return {
              key: row.key,
              cells: [
                row.key,
                figure(of[0].tokens),
                figure(of[1].tokens),
                figure(of[2].tokens),
                read === null ? '–' : percent(read),
              ],
            }
          })}
        />
      )}
    >
      <ShareBar parts={parts} total={promptTokens(tokens)} />
      <Legend
        items={parts.map(({ name, tokens: count }, at) => ({
          name,
          colour: COLOURS[at],
          figure: figure(count),
        }))}
      />
      <ShareLine report={report} axisLabel={axisLabel} />
    </ChartFrame>
  )
}

const COLOURS = [4, 2, 5]

function partsOf(tokens: UsageSummary['tokens']): { readonly name: string; readonly tokens: number }[] {
  return [
    { name: 'read from the cache', tokens: tokens.cacheRead },
    { name: 'written to it', tokens: tokens.cacheWrite5m + tokens.cacheWrite1h },
    { name: 'neither', tokens: tokens.input },
  ]
}

function ShareBar({
  parts,
  total,
}: {
  readonly parts: readonly { readonly name: string; readonly tokens: number }[]
  readonly total: number
}): ReactElement {
  let x = 0
  return (
    <svg
      className={css.shareBar}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={parts.map(({ name, tokens }) => `${name}: ${figure(tokens)} tokens`).join(', ')}
    >
      <rect className={css.level0} width="100" height="10" />
      {total > 0 &&
        parts.map(({ name, tokens }, at) => {
          const width = (100 * tokens) / total
          const rect = (
            <rect key={name} className={seriesClass(COLOURS[at])} x={x} width={width} height="10" />
          )
          x += width
          return rect
        })}
    </svg>
  )
}

const HEIGHT = 90

/** The share over time: a line from 0 to 100 %, broken where nothing was sent. */
function ShareLine({
  report,
  axisLabel,
}: {
  readonly report: UsageReport
  readonly axisLabel: (key: string) => string
}): ReactElement | null {
  const [box, width] = useWidth<HTMLDivElement>()
  const points = report.rows.map(({ key, tokens }) => ({ key, share: cacheShare(tokens) }))
  if (points.length < 2) return null
  const x = (at: number): number => 40 + ((width - 46) * at) / (points.length - 1)
  const y = (share: number): number => 6 + (HEIGHT - 26) * (1 - share)
  return (
    <div ref={box}>
      {width > 0 && (
        <svg
          className={frame.svg}
          width={width}
          height={HEIGHT}
          role="img"
          aria-label="Share of the input that was read from the cache, over time"
        >
          {[0, 0.5, 1].map((mark) => (
            <g key={mark}>
              <line className={frame.gridLine} x1={40} x2={width} y1={y(mark)} y2={y(mark)} />
              <text className={frame.axisText} x={32} y={y(mark) + 4} textAnchor="end">
                {percent(mark)}
              </text>
            </g>
          ))}
          <path
            className={css.line}
            d={points
              .map(({ share }, at) =>
                share === null
                  ? ''
                  : `${at === 0 || points[at - 1].share === null ? 'M' : 'L'}${x(at)} ${y(share)}`,
              )
              .join('')}
          />
          {points.map(
            ({ key, share }, at) =>
              share !== null && (
                <circle key={key} className={css.dot} cx={x(at)} cy={y(share)} r={2}>
                  <title>{`${key}: ${percent(share)}`}</title>
                </circle>
              ),
          )}
          <text className={frame.axisText} x={40} y={HEIGHT - 4}>
            {axisLabel(points[0].key)}
          </text>
          <text className={frame.axisText} x={width} y={HEIGHT - 4} textAnchor="end">
            {axisLabel(points[points.length - 1].key)}
          </text>
        </svg>
      )}
    </div>
  )
}
