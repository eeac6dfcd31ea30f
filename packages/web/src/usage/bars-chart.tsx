import { useState, type PointerEvent, type ReactElement, type ReactNode } from 'react'
import { labelled, ticks } from '../charts/axis.ts'
import { Legend, seriesClass } from '../charts/legend.tsx'
import frame from '../charts/charts.module.css'
import { useWidth } from '../charts/use-width.ts'
import type { Bar, Stacks } from './stacks.ts'
import css from './usage.module.css'

const HEIGHT = 200
const TOP = 8
const BOTTOM = 22
const LEFT = 52

/** Bars by time, stacked by model. What the pointer stands on is told above, in words. */
export function BarsChart({
  stacks,
  label,
  format,
  axisLabel,
  barLabel,
  noPrice,
}: {
  readonly stacks: Stacks
  /** Read aloud instead of the drawing. */
  readonly label: string
  readonly format: (value: number) => string
  readonly axisLabel: (key: string) => string
  readonly barLabel: (bar: Bar) => string
  /** What the legend says of a series without a price. */
  readonly noPrice: ReactNode
}): ReactElement {
  const [box, width] = useWidth<HTMLDivElement>()
  const [over, setOver] = useState<number | null>(null)
  const { bars, series } = stacks
  const marks = ticks(stacks.most)
  const top = marks.at(-1) || 1
  const plot = Math.max(0, width - LEFT)
  const step = bars.length === 0 ? plot : plot / bars.length
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top)
  const shown = over === null ? null : (bars[over] ?? null)
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT
    setOver(x < 0 || step === 0 ? null : Math.min(bars.length - 1, Math.floor(x / step)))
  }
  return (
    <div ref={box} className={css.chart}>
      <p className={css.readout} aria-hidden="true">
        {shown === null ? (
          <span className={css.quiet}>Point at a bar for its figures</span>
        ) : (
          readout(shown, stacks, { format, barLabel })
        )}
      </p>
      {width > 0 && (
        <svg
          className={frame.svg}
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={label}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setOver(null)}
        >
          {marks.map((mark) => (
            <g key={mark}>
              <line className={frame.gridLine} x1={LEFT} x2={width} y1={y(mark)} y2={y(mark)} />
              <text className={frame.axisText} x={LEFT - 8} y={y(mark) + 4} textAnchor="end">
                {format(mark)}
              </text>
            </g>
          ))}
          {over !== null && (
            <rect
              className={frame.hover}
              x={LEFT + over * step}
              y={TOP}
              width={step}
              height={HEIGHT - TOP - BOTTOM}
            />
          )}
          {bars.map((bar, at) => (
            <BarShape key={bar.key} bar={bar} x={LEFT + at * step} width={step} y={y} />
          ))}
          {labelled(bars.length, plot, 64).map((at) => (
            <text
              key={bars[at].key}
              className={frame.axisText}
              x={LEFT + (at + 0.5) * step}
              y={HEIGHT - 6}
              textAnchor={LEFT + (at + 0.5) * step > width - 28 ? 'end' : 'middle'}
              dx={LEFT + (at + 0.5) * step > width - 28 ? step / 2 : 0}
            >
              {axisLabel(bars[at].key)}
            </text>
          ))}
        </svg>
      )}
      <Legend
        items={series.map(({ name, total, unpriced }, at) => ({
          name,
          colour: at,
          figure: total === 0 && unpriced ? noPrice : format(total),
        }))}
      />
    </div>
  )
}

function BarShape({
  bar,
  x,
  width,
  y,
}: {
  readonly bar: Bar
  readonly x: number
  readonly width: number
  readonly y: (value: number) => number
}): ReactElement {
  // A few bars stand apart instead of filling the chart.
  const inset =
    width > MOST_WIDTH
      ? (width - MOST_WIDTH) / 2
      : width > 6
        ? Math.min(width * 0.14, 6)
        : width > 3
          ? 0.5
          : 0
  let below = 0
  return (
    <g>
      {bar.parts.map((part, at) => {
        if (part <= 0) return null
        const [from, to] = [y(below), y(below + part)]
        below += part
        return (
          <rect
            key={at}
            className={seriesClass(at)}
            x={x + inset}
            y={to}
            width={Math.max(0.75, width - 2 * inset)}
            // What costs something is to be seen.
            height={Math.max(0.75, from - to)}
          />
        )
      })}
    </g>
  )
}

const MOST_WIDTH = 72

function readout(
  bar: Bar,
  { series }: Stacks,
  {
    format,
    barLabel,
  }: { readonly format: (value: number) => string; readonly barLabel: (bar: Bar) => string },
): ReactElement {
  return (
    <>
      <strong>{barLabel(bar)}</strong>
      <span>{bar.total === 0 ? 'nothing' : format(bar.total)}</span>
      {bar.parts.map(
        (part, at) =>
          part > 0 && (
            <span key={series[at].name} className={css.quiet}>
              {series[at].name} {format(part)}
            </span>
          ),
      )}
    </>
  )
}
