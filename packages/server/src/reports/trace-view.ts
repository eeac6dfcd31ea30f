import { shownValue } from '@skein/redact'
import { NO_ORIGINS, traceTurns, type Span } from '@skein/trace'
import { turnCount, type AgentFile, type Readable } from '@skein/transcript'
import { allTokens, cutString, toolSummary, type PriceTable } from '@skein/view'
import type { SpanView, TraceView } from '../api/api.ts'
import { unknown } from '../routes/failure.ts'
import { SpanPlaces } from './span-places.ts'

export interface TracedOptions {
  readonly session: string
  readonly main: Readable
  readonly agents: readonly AgentFile[]
  readonly prices: PriceTable
  /** A turn of the live line, from 0; all turns without it, those of branches too. */
  readonly turn?: number
}

/** Spans, parents before children, the newest turns first of all to be kept. */
export function traceView(options: TracedOptions): TraceView {
  const { session, main, agents, prices, turn } = options
  if (turn !== undefined && turn >= turnCount(main.transcript)) throw unknown('turn')
  const traced = [
    ...traceTurns(
      { id: session, main, agents },
      { origins: NO_ORIGINS, prices, thinking: false, settled: true },
    ),
  ].filter(({ place }) => turn === undefined || (place?.branch === null && place.turn === turn + 1))
  const places = new SpanPlaces(main, agents)
  const turns: SpanView[][] = []
  let count = 0
  let omitted = 0
  for (const one of traced.toReversed()) {
    // Bodies are read for names alone, so what is left out is counted in turns.
    if (count >= MOST_SPANS) {
      omitted++
      continue
    }
    const spans = one.spans()
    const kept = spans.slice(0, MOST_SPANS - count)
    omitted += spans.length - kept.length
    count += kept.length
    turns.unshift(kept.map((span) => ({ ...places.of(span, one), ...spanView(span) })))
  }
  return { spans: shownValue(turns.flat()), omitted }
}

const MOST_SPANS = 1000
const MOST_NAME = 160

function spanView(span: Span): Omit<SpanView, 'turn' | 'agent' | 'key'> {
  const { spanId, parentId, start, end, error, incomplete } = span
  return {
    id: spanId,
    parent: parentId,
    kind: span.kind === 'agent' && parentId === null ? 'turn' : span.kind,
    name: nameOf(span),
    start,
    end,
    error: error === null ? null : cutString(`${error.type}: ${error.message}`, MOST_NAME),
    incomplete,
    tokens: span.kind === 'generation' && span.usage !== null ? allTokens(span.usage) : 0,
    nanoDollars: span.kind === 'generation' ? (span.cost?.total ?? null) : null,
  }
}

function nameOf(span: Span): string {
  switch (span.kind) {
    case 'generation':
      return cutString(span.model ?? 'unknown model', MOST_NAME)
    case 'tool':
      return cutString(`${span.name} ${line(toolSummary(span.name, span.arguments, ''))}`.trim(), MOST_NAME)
    case 'compaction':
      return 'compaction'
    case 'agent':
      return span.parentId === null
        ? cutString(line(span.trace.prompt ?? ''), MOST_NAME)
        : cutString(line([span.type, span.description].filter(Boolean).join(': ')), MOST_NAME)
  }
}

function line(text: string): string {
  return text
    .slice(0, 4 * MOST_NAME)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
