/** How sure a detector is: `high` is a known shape, `medium` a named value, `low` a random string beside a telling word. */
export type Confidence = 'high' | 'medium' | 'low'

/** One secret in a text: `text.slice(start, end)` is all of it and nothing else. */
export interface Finding {
  /** A key of `SECRET_KINDS`. */
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly confidence: Confidence
}

/**
 * Findings in order, none touching another.
 *
 * Two detectors that see the same secret may disagree about where it ends. What either of them
 * calls secret is masked; the surer one names it.
 */
export function withoutOverlaps(findings: Finding[]): Finding[] {
  if (findings.length < 2) return findings
  const sorted = findings.sort((a, b) => a.start - b.start || b.end - a.end)
  const merged: Finding[] = []
  for (const finding of sorted) {
    const last = merged.at(-1)
    if (last === undefined || finding.start >= last.end) {
      merged.push(finding)
      continue
    }
    const surer = RANK[finding.confidence] > RANK[last.confidence] ? finding : last
    merged[merged.length - 1] = { ...surer, start: last.start, end: Math.max(last.end, finding.end) }
  }
  return merged
}

const RANK: Record<Confidence, number> = { high: 2, medium: 1, low: 0 }
