import type { SpanReport } from './turn-trace.ts'

export interface TreeLine {
  readonly span: SpanReport
  /** What is drawn before its name. */
  readonly stem: string
  /** What is drawn before further lines of its own. */
  readonly below: string
}

/** Spans as the lines of a tree, siblings by their beginning; no stem is wider than `most`. Not recursive. */
export function* spanTree(spans: readonly SpanReport[], most: number): Generator<TreeLine> {
  const children = new Map<string, SpanReport[]>()
  for (const span of spans) {
    if (span.parentId === null) continue
    const siblings = children.get(span.parentId)
    if (siblings === undefined) children.set(span.parentId, [span])
    else siblings.push(span)
  }
  const open: TreeLine[] = spans.slice(0, 1).map((span) => ({ span, stem: '', below: '' }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    const own = (children.get(next.span.spanId) ?? []).toSorted(byTime)
    for (const [i, span] of own.toReversed().entries())
      open.push({
        span,
        stem: cut(`${next.below}${i === 0 ? '└─ ' : '├─ '}`, most),
        below: cut(`${next.below}${i === 0 ? '   ' : '│  '}`, most),
      })
  }
}

function byTime(a: SpanReport, b: SpanReport): number {
  return (a.startTime ?? '') < (b.startTime ?? '') ? -1 : (a.startTime ?? '') > (b.startTime ?? '') ? 1 : 0
}

/** A deep branch leaves the name half of its room. */
function cut(stem: string, most: number): string {
  return stem.length <= most ? stem : `…${stem.slice(stem.length - most + 1)}`
}
