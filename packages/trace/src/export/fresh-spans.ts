import type { TargetLedger } from '../ledger/target-ledger.ts'
import type { SpanHead } from '../prepare/prepared-turn.ts'
import type { SendCounts } from './send-report.ts'

/**
 * The spans of a turn that a target does not have, by their places.
 *
 * A generation whose message went out as another span is a copy, and so is everything below it; a turn of nothing but
 * copies is one itself.
 */
export function freshSpans({ traceId, spans }: TurnHeads, { ledger, counts, again }: FreshOptions): number[] {
  if (spans.length === 0) return []
  const { acknowledged, failed, isClaimed } = ledger.settled(traceId)
  const copies = copiesIn(spans, ledger)
  const fresh: number[] = []
  for (const [place, { spanId }] of spans.entries()) {
    if (acknowledged.has(spanId) || isClaimed(spanId)) counts.known++
    else if (copies.has(spanId)) counts.copies++
    else if (failed.has(spanId) && !again) counts.givenUp++
    else fresh.push(place)
  }
  return fresh
}

export interface TurnHeads {
  readonly traceId: string
  readonly spans: readonly SpanHead[]
}

export interface FreshOptions {
  readonly ledger: TargetLedger
  readonly counts: SendCounts
  /** With those that the target refused before. */
  readonly again: boolean
}

function copiesIn(spans: readonly SpanHead[], ledger: TargetLedger): ReadonlySet<string> {
  const copies = new Set<string>()
  let originals = 0
  for (const { kind, spanId, parentId, message } of spans) {
    const isBelow = parentId !== null && copies.has(parentId)
    if (isBelow || (message !== null && ledger.isCopy(message, spanId))) copies.add(spanId)
    else if (kind === 'generation') originals++
  }
  return copies.size > 0 && originals === 0 ? new Set(spans.map(({ spanId }) => spanId)) : copies
}
