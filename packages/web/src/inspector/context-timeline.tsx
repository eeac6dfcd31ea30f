import type { ContextPoint } from '@skein/server'
import { minute, tokens } from '@skein/view'
import { useState, type PointerEvent, type ReactElement } from 'react'
import { ticks } from '../charts/axis.ts'
import { ChartFrame, FigureTable } from '../charts/chart-frame.tsx'
import frame from '../charts/charts.module.css'
import { useWidth } from '../charts/use-width.ts'
import { goToTurn } from './panel-place.ts'
import css from './context-panel.module.css'

const HEIGHT = 150
const LEFT = 40
const BOTTOM = 20

/** How the window filled up, answer by answer; a compaction empties it. */
export function ContextTimeline({
  points,
  window,
  session,
}: {
  readonly points: readonly ContextPoint[]
  readonly window: number
  readonly session: string
}): ReactElement | null {
  const [box, width] = useWidth<HTMLDivElement>()
  const [over, setOver] = useState<number | null>(null)
  if (points.length < 2) return null
  const most = Math.max(...points.map((point) => point.tokens))
  const marks = ticks(most, 3)
  const top = marks.at(-1) || 1
  const plot = Math.max(1, width - LEFT - 4)
  const x = (at: number): number => LEFT + (plot * at) / (points.length - 1)
  const y = (value: number): number => 8 + (HEIGHT - 8 - BOTTOM) * (1 - value / top)
  const compactions = points.flatMap((point, at) => (point.compaction ? [at] : []))
  const shown = over === null ? null : points[over]
  const line = points.map((point, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(point.tokens)}`).join('')
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const at = (event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / plot
    setOver(Math.max(0, Math.min(points.length - 1, Math.round(at * (points.length - 1)))))
  }
  return (
    <ChartFrame
      title="Over time"
      note={compactions.length === 0 ? 'never compacted' : `compacted ${compactions.length} ×`}
      table={() => (
        <FigureTable
          caption="Tokens in the window after each answer"
          columns={[{ label: 'Turn' }, { label: 'Time' }, { label: 'Tokens', figures: true }, { label: '' }]}
          rows={points.toReversed().map((point, i) => ({
            key: String(i),
            cells: [
              point.turn + 1,
              minute(point.time),
              tokens(point.tokens),
              point.compaction ? 'compacted' : '',
            ],
          }))}
        />
      )}
    >
      <p className={css.readout} aria-hidden="true">
        {shown === null
          ? 'Tokens in the window after each answer'
          : `Turn ${shown.turn + 1}: ${tokens(shown.tokens)} tokens${shown.compaction ? ', compacted' : ''} ${minute(shown.time)}`}
      </p>
      <div ref={box}>
        {width > 0 && (
          <svg
            className={css.timeline}
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={`Tokens in the window over ${points.length} answers, at most ${tokens(most)}, compacted ${compactions.length} times`}
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={(event) => event.pointerType === 'mouse' && setOver(null)}
            // A finger points and presses in one: it only gets to read the figures.
            onClick={({ nativeEvent }) => {
              if (shown && (nativeEvent as unknown as { pointerType?: string }).pointerType === 'mouse')
                void goToTurn(session, shown.turn)
            }}
          >
            {marks.map((mark) => (
              <g key={mark}>
                <line className={frame.gridLine} x1={LEFT} x2={width} y1={y(mark)} y2={y(mark)} />
                <text className={frame.axisText} x={LEFT - 6} y={y(mark) + 4} textAnchor="end">
                  {tokens(mark)}
                </text>
              </g>
            ))}
            {window > 0 && window <= top && (
              <line className={css.window} x1={LEFT} x2={width} y1={y(window)} y2={y(window)} />
            )}
            <path className={css.area} d={`${line}L${x(points.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`} />
            <path className={css.line} d={line} />
            {compactions.map((at) => (
              <g key={at}>
                <line className={css.compaction} x1={x(at)} x2={x(at)} y1={8} y2={HEIGHT - BOTTOM} />
                <path className={css.compactionMark} d={`M${x(at) - 4} 2h8l-4 6Z`} />
              </g>
            ))}
            {shown && over !== null && (
              <circle className={css.point} cx={x(over)} cy={y(shown.tokens)} r={4} />
            )}
            <text className={frame.axisText} x={LEFT} y={HEIGHT - 5}>
              turn {points[0].turn + 1}
            </text>
            <text className={frame.axisText} x={width - 4} y={HEIGHT - 5} textAnchor="end">
              turn {points[points.length - 1].turn + 1}
            </text>
          </svg>
        )}
      </div>
    </ChartFrame>
  )
}
