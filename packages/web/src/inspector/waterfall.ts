import type { SpanView } from '@skein/server'

/** A line of the waterfall. */
export interface SpanRow {
  readonly span: SpanView
  readonly depth: number
  readonly children: number
}

/** Spans as lines, parents before children, children by their beginning; below `closed` ones nothing is drawn. */
export function spanRows(spans: readonly SpanView[], closed: ReadonlySet<string>): SpanRow[] {
  const known = new Set(spans.map(({ id }) => id))
  const byParent = new Map<string | null, SpanView[]>()
  for (const span of spans) {
    // What hangs on something that was left out stands at the top.
    const parent =
      span.parent !== null && known.has(span.parent) && span.parent !== span.id ? span.parent : null
    const siblings = byParent.get(parent)
    if (siblings === undefined) byParent.set(parent, [span])
    else siblings.push(span)
  }
  const rows: SpanRow[] = []
  const open = [...inOrder(byParent.get(null))].reverse().map((span) => ({ span, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { span, depth } = next
    const children = inOrder(byParent.get(span.id))
    rows.push({ span, depth, children: children.length })
    if (!closed.has(span.id))
      for (const child of children.toReversed()) open.push({ span: child, depth: depth + 1 })
  }
  return rows
}

function inOrder(spans: readonly SpanView[] = []): readonly SpanView[] {
  return spans.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** A time axis on which long pauses take little room. */
export interface TimeAxis {
  /** Where an instant stands, from 0 to 1. */
  readonly at: (time: number) => number
  /** Pauses that were cut short: where they stand, and how long they were. */
  readonly pauses: readonly { readonly at: number; readonly ms: number }[]
  /** Time on the axis, without what was cut. */
  readonly busyMs: number
}

/** Of a session that was open for a week, an hour was spent working: nights are cut down to `PAUSE` of the axis. */
export function timeAxis(spans: readonly { readonly start: number; readonly end: number }[]): TimeAxis {
  const busy = busyTimes(spans)
  const busyMs = busy.reduce((sum, { start, end }) => sum + end - start, 0)
  const pauses = busy.slice(1).map(({ start }, i) => ({ from: busy[i].end, to: start }))
  const longest = Math.max(MOST_PAUSE_MS, busyMs * PAUSE)
  const kept = pauses.map(({ from, to }) => Math.min(to - from, longest))
  const total = busyMs + kept.reduce((sum, ms) => sum + ms, 0) || 1
  // Knots of a line that goes up evenly between them.
  const knots: { readonly time: number; readonly at: number }[] = []
  let at = 0
  for (const [i, { start, end }] of busy.entries()) {
    knots.push({ time: start, at: at / total })
    at += end - start
    knots.push({ time: end, at: at / total })
    at += kept[i] ?? 0
  }
  const position = (time: number): number => {
    if (knots.length === 0) return 0
    let [low, high] = [0, knots.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (knots[middle].time <= time) low = middle + 1
      else high = middle
    }
    const before = knots[low - 1]
    const after = knots[low]
    if (before === undefined) return knots[0].at
    if (after === undefined || after.time === before.time) return before.at
    return before.at + ((time - before.time) / (after.time - before.time)) * (after.at - before.at)
  }
  return {
    at: position,
    busyMs,
    pauses: pauses
      .map(({ from, to }, i) => ({
        at: position(from) + kept[i] / total / 2,
        ms: to - from,
        cut: to - from > kept[i],
      }))
      .filter(({ cut }) => cut)
      .map(({ at: where, ms }) => ({ at: where, ms })),
  }
}

const PAUSE = 0.02
/** Pauses shorter than this are part of the work. */
const MOST_PAUSE_MS = 1000

/** Stretches in which something ran, in their order, without overlap. */
function busyTimes(
  spans: readonly { readonly start: number; readonly end: number }[],
): { start: number; end: number }[] {
  const merged: { start: number; end: number }[] = []
  for (const { start, end } of spans
    .filter((span) => Number.isFinite(span.start) && Number.isFinite(span.end))
    .map((span) => ({ start: span.start, end: Math.max(span.start, span.end) }))
    .sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last === undefined || start > last.end) merged.push({ start, end })
    else last.end = Math.max(last.end, end)
  }
  return merged
}
