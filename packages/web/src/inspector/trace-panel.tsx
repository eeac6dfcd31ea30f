import type { SpanView, TraceView } from '@skein/server'
import { counted, duration, formatMoney, inertLine, minute, tokens } from '@skein/view'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type KeyboardEvent, type ReactElement } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { shortModel } from '../format/names.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/states.tsx'
import { navigate } from '../url/location.ts'
import type { SessionPlace } from '../url/place.ts'
import type { PanelProps } from './inspector.tsx'
import { Loaded } from './loaded.tsx'
import { goToTurn, inTranscript, withPanel } from './panel-place.ts'
import { useTrace } from './reports.ts'
import { SpanDetail } from './span-detail.tsx'
import { spanRows, timeAxis, type SpanRow, type TimeAxis } from './waterfall.ts'
import css from './trace-panel.module.css'
import shared from './inspector.module.css'

/** Where the time went: turns, answers, tools and sub-agents on one axis. `turn=` shows one turn. */
export function TracePanel({ session, place }: PanelProps): ReactElement {
  const named = Number(place.more['turn'] ?? Number.NaN)
  const turn = Number.isInteger(named) && named >= 0 ? named : null
  const trace = useTrace(session, turn)
  return (
    <Loaded of={trace} label="trace">
      {(data) =>
        data.spans.length === 0 ? (
          <EmptyState icon="clock" title="Nothing with a time">
            {turn !== null && <Button onClick={() => navigate(withPanel(place, 'trace'))}>All turns</Button>}
          </EmptyState>
        ) : (
          <Waterfall key={turn} trace={data} place={place} turn={turn} session={session} />
        )
      }
    </Loaded>
  )
}

const ZOOMS = [1, 2, 4, 8, 16, 32] as const
/** Lines that are drawn at first; a long session has thousands. */
const STEP = 400

function Waterfall({
  trace,
  place,
  turn,
  session,
}: {
  readonly trace: TraceView
  readonly place: SessionPlace
  readonly turn: number | null
  readonly session: string
}): ReactElement {
  const { omitted } = trace
  const cwd = useQuery(sessionQuery(session)).data?.cwd ?? ''
  const spans = useMemo(
    () => trace.spans.map((span) => ({ ...span, name: nameOf(span, cwd) })),
    [trace.spans, cwd],
  )
  // Of many turns only their own lines; what is in one opens on demand.
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        turn === null && spans.length > 60
          ? spans.filter((one) => one.kind === 'turn').map(({ id }) => id)
          : [],
      ),
  )
  const [zoom, setZoom] = useState(0)
  const [chosen, setChosen] = useState<string | null>(null)
  const [shown, setShown] = useState(STEP)
  const rows = useMemo(() => spanRows(spans, closed), [spans, closed])
  const axis = useMemo(() => timeAxis(spans), [spans])
  const selected = rows.find(({ span }) => span.id === chosen)?.span ?? null
  const toggle = (id: string): void => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }
  const open = (span: SpanView): void => {
    if (span.key !== null)
      navigate(inTranscript(place, { agent: span.agent, tip: null, at: String(span.key) }))
    else if (span.turn !== null) void goToTurn(session, span.turn)
  }
  return (
    <div className={css.trace}>
      <header className={css.bar}>
        <span className={css.sum}>{sumOf(spans, axis)}</span>
        {turn !== null && (
          <Button look="quiet" onClick={() => navigate(withPanel(place, 'trace'))}>
            All turns
          </Button>
        )}
        <span className={css.zoom} role="group" aria-label="Zoom">
          <IconButton icon="minus" label="Zoom out" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
          <span className={css.factor}>{ZOOMS[zoom]} ×</span>
          <IconButton
            icon="plus"
            label="Zoom in"
            disabled={zoom === ZOOMS.length - 1}
            onClick={() => setZoom(zoom + 1)}
          />
        </span>
      </header>
      <div className={css.scroller}>
        <div
          className={css.rows}
          role="tree"
          aria-label="Spans"
          style={{ width: `calc(var(--names) + (100% - var(--names)) * ${ZOOMS[zoom]})` }}
          onKeyDown={(event) => moveFocus(event, { closed, toggle })}
        >
          <AxisHead spans={spans} axis={axis} />
          <Pauses axis={axis} />
          {rows.slice(0, shown).map((row, at) => (
            <Row
              key={row.span.id}
              row={row}
              axis={axis}
              closed={closed.has(row.span.id)}
              chosen={row.span.id === chosen}
              reachable={chosen === null ? at === 0 : row.span.id === chosen}
              onChoose={() => setChosen(row.span.id)}
              onOpen={() => open(row.span)}
              onToggle={() => toggle(row.span.id)}
            />
          ))}
        </div>
        {rows.length > shown && (
          <p className={css.more}>
            <Button onClick={() => setShown(shown + STEP)}>
              {counted(rows.length - shown, 'more line')}
            </Button>
          </p>
        )}
        {omitted > 0 && (
          <p className={classes(shared.note, css.more)}>{counted(omitted, 'older span')} left out.</p>
        )}
      </div>
      {selected && (
        <SpanDetail
          span={selected}
          onOpen={selected.key === null && selected.turn === null ? null : () => open(selected)}
          onTurn={
            selected.turn === null || turn !== null
              ? null
              : () => navigate(withPanel(place, 'trace', { turn: String(selected.turn) }))
          }
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  )
}

function Row({
  row: { span, depth, children },
  axis,
  closed,
  chosen,
  reachable,
  onChoose,
  onOpen,
  onToggle,
}: {
  readonly row: SpanRow
  readonly axis: TimeAxis
  readonly closed: boolean
  readonly chosen: boolean
  readonly reachable: boolean
  readonly onChoose: () => void
  readonly onOpen: () => void
  readonly onToggle: () => void
}): ReactElement {
  const [left, right] = [axis.at(span.start), axis.at(span.end)]
  const { name } = span
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={children === 0 ? undefined : !closed}
      aria-selected={chosen}
      tabIndex={reachable ? 0 : -1}
      data-span={span.id}
      className={classes(css.row, chosen && css.chosen)}
      onClick={onChoose}
      onFocus={(event) => event.target === event.currentTarget && onChoose()}
      onDoubleClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onOpen()
      }}
    >
      <span className={css.name} style={{ paddingInlineStart: `${0.25 + Math.min(depth, 8) * 0.75}rem` }}>
        {children > 0 ? (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={css.toggle}
            onClick={(event) => {
              event.stopPropagation()
              onToggle()
            }}
          >
            <Icon name={closed ? 'forward' : 'down'} size={12} />
          </button>
        ) : (
          <span className={css.toggle} />
        )}
        {span.error !== null && <Icon name="error" size={12} />}
        <span className={css.words}>{name}</span>{' '}
        <span className={css.took}>{duration(Math.max(0, span.end - span.start))}</span>
        <span className="sr-only">{restOf(span)}</span>
      </span>
      <span className={css.lane}>
        <span
          className={classes(
            css.span,
            css[span.kind],
            span.error !== null && css.failed,
            span.incomplete && css.incomplete,
          )}
          style={{ left: `${left * 100}%`, width: `max(2px, ${Math.max(0, right - left) * 100}%)` }}
        />
      </span>
    </div>
  )
}

/** When it began and ended, and how long the pauses were that are cut short. */
function AxisHead({
  spans,
  axis,
}: {
  readonly spans: readonly SpanView[]
  readonly axis: TimeAxis
}): ReactElement {
  const first = Math.min(...spans.map(({ start }) => start))
  const last = Math.max(...spans.map(({ end }) => end))
  return (
    <div className={css.axis} aria-hidden="true">
      <span className={css.axisName}>{minute(first).slice(0, 10)}</span>
      <span className={css.axisLane}>
        <span>{minute(first).slice(11)}</span>
        {axis.pauses.length <= 3 &&
          axis.pauses
            .filter(({ at }) => at > 0.18 && at < 0.82)
            .map(({ at, ms }) => (
              <span key={at} className={css.axisPause} style={{ left: `${at * 100}%` }}>
                {duration(ms)} pause
              </span>
            ))}
        <span>{minute(last).slice(11)}</span>
      </span>
    </div>
  )
}

/** Nights and weekends: cut short, and marked. */
function Pauses({ axis }: { readonly axis: TimeAxis }): ReactElement | null {
  if (axis.pauses.length === 0) return null
  return (
    <div className={css.pauses} aria-hidden="true">
      {axis.pauses.slice(0, 200).map(({ at, ms }) => (
        <span
          key={at}
          className={css.pause}
          style={{ left: `${at * 100}%` }}
          title={`${duration(ms)} pause`}
        />
      ))}
    </div>
  )
}

function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  { closed, toggle }: { readonly closed: ReadonlySet<string>; readonly toggle: (id: string) => void },
): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-span]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const { dataset, ariaExpanded } = rows[at]
  const id = dataset['span'] ?? ''
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  if (to !== undefined) rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus()
  else if (event.key === 'ArrowRight' && ariaExpanded === 'false') toggle(id)
  else if (event.key === 'ArrowLeft' && ariaExpanded === 'true' && !closed.has(id)) toggle(id)
  else return
  event.preventDefault()
}

/** What the drawing says, for those who do not see it. */
function restOf(span: SpanView): string {
  const parts = [
    span.kind,
    minute(span.start),
    span.tokens > 0 && `${tokens(span.tokens)} tokens`,
    span.nanoDollars !== null && formatMoney(span.nanoDollars),
    span.error !== null && `failed: ${inertLine(span.error).slice(0, 80)}`,
    span.incomplete && 'not finished',
  ]
  return parts.filter(Boolean).join(', ')
}

function sumOf(spans: readonly SpanView[], axis: TimeAxis): string {
  const errors = spans.filter(({ error }) => error !== null).length
  const agents = spans.filter(({ kind }) => kind === 'agent').length
  return [
    `${duration(axis.busyMs)} of work`,
    counted(spans.length, 'span'),
    agents > 0 && counted(agents, 'sub-agent'),
    errors > 0 && counted(errors, 'error'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Models by their short names, files without the session's folder. */
function nameOf({ kind, name }: SpanView, cwd: string): string {
  const line = inertLine(name).slice(0, 200)
  if (kind === 'generation') return shortModel(line)
  return (cwd === '' ? line : line.replaceAll(`${cwd}/`, '')) || kind
}
