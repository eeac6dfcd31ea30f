import type { TargetLedger } from '../ledger/target-ledger.ts'
import type { Span } from '../spans/span.ts'
import type { SendCounts } from './send-report.ts'

/**
 * The spans of a turn that a target does not have.
 *
 * A generation whose message went out as another span is a copy, and so is everything below it; a turn of nothing but
 * copies is one itself.
 */
export function freshSpans(spans: readonly Span[], { ledger, counts, again }: FreshOptions): Span[] {
  if (spans.length === 0) return []
  const { acknowledged, failed, isClaimed } = ledger.settled(spans[0].trace.traceId)
  const copies = copiesIn(spans, ledger)
  const fresh: Span[] = []
  for (const span of spans) {
    const { spanId } = span
    if (acknowledged.has(spanId) || isClaimed(spanId)) counts.known++
    else if (copies.has(spanId)) counts.copies++
    else if (failed.has(spanId) && !again) counts.givenUp++
    else fresh.push(span)
  }
  return fresh
}

export interface FreshOptions {
  readonly ledger: TargetLedger
  readonly counts: SendCounts
  /** With those that the target refused before. */
  readonly again: boolean
}

function copiesIn(spans: readonly Span[], ledger: TargetLedger): ReadonlySet<string> {
  const copies = new Set<string>()
  let originals = 0
  for (const span of spans) {
    const isBelow = span.parentId !== null && copies.has(span.parentId)
    const isOne = span.kind === 'generation' && span.messageId !== null
    if (isBelow || (isOne && ledger.isCopy(span.messageId ?? '', span.spanId))) copies.add(span.spanId)
    else if (span.kind === 'generation') originals++
  }
  return copies.size > 0 && originals === 0 ? new Set(spans.map(({ spanId }) => spanId)) : copies
}
