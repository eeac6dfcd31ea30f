import { useEffect, useState, type PointerEvent, type ReactElement } from 'react'
import { classes } from '../ui/classes.ts'
import frame from '../charts/charts.module.css'
import { useWidth } from '../charts/use-width.ts'
import type { HeatCell, Heatmap } from './heatmap.ts'
import css from './usage.module.css'

const GAP = 3
const LEFT = 30
const TOP = 18

/** A year of days. Darker is more; the day under the pointer is told in words. */
export function HeatmapChart({
  heatmap,
  label,
  format,
}: {
  readonly heatmap: Heatmap
  readonly label: string
  readonly format: (value: number) => string
}): ReactElement {
  const [scroller, room] = useWidth<HTMLDivElement>()
  const [over, setOver] = useState<HeatCell | null>(null)
  // Where there is no room for a year, one sees its end first.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth
  }, [scroller, room])
  const step = Math.max(14, Math.min(19, Math.floor((room - LEFT) / heatmap.weeks.length)))
  const side = step - GAP
  const width = LEFT + heatmap.weeks.length * step
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const week = heatmap.weeks[Math.floor((event.clientX - left - LEFT) / step)]
    setOver(week?.[Math.floor((event.clientY - top - TOP) / step)] ?? null)
  }
  return (
    <div className={css.chart}>
      <p className={css.readout} aria-hidden="true">
        {over === null ? (
          <span className={css.quiet}>
            {heatmap.busiest === null
              ? 'Nothing in the last year'
              : `Busiest: ${heatmap.busiest.date}, ${format(heatmap.busiest.value)}`}
          </span>
        ) : (
          <>
            <strong>{over.date}</strong>
            <span>{over.value === 0 ? 'nothing' : format(over.value)}</span>
          </>
        )}
      </p>
      <div
        ref={scroller}
        className={css.scroller}
        tabIndex={0}
        role="region"
        aria-label={`${label}, drawing`}
      >
        <svg
          className={css.heat}
          width={width}
          height={TOP + 7 * step}
          role="img"
          aria-label={label}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setOver(null)}
        >
          {heatmap.months.map(({ name, week }) => (
            <text key={week} className={frame.axisText} x={LEFT + week * step} y={11}>
              {name}
            </text>
          ))}
          {['Mon', 'Wed', 'Fri'].map((day, i) => (
            <text key={day} className={frame.axisText} x={0} y={TOP + i * 2 * step + side / 2 + 4}>
              {day}
            </text>
          ))}
          {heatmap.weeks.map((week, x) =>
            week.map((cell, day) => (
              <rect
                key={cell.date}
                className={classes(LEVELS[cell.level], over?.date === cell.date && css.pointed)}
                x={LEFT + x * step}
                y={TOP + day * step}
                width={side}
                height={side}
                rx={2.5}
              />
            )),
          )}
        </svg>
      </div>
      <p className={css.levels}>
        less
        <svg width={70} height={11} aria-hidden="true">
          {LEVELS.map((level, i) => (
            <rect key={level} className={level} x={i * 14} width={11} height={11} rx={2.5} />
          ))}
        </svg>
        more
      </p>
    </div>
  )
}

const LEVELS = [css.level0, css.level1, css.level2, css.level3, css.level4]
