import type { CapturedSpan } from './otlp-capture.ts'

/** A span in one line with those below it, in the order of their times. */
export type Outline = readonly [line: string, ...below: Outline[]]

/** The traces that spans make, each as a tree; what is without its parent stands at the top, told by its line. */
export function outlines(spans: readonly CapturedSpan[], lineOf: (span: CapturedSpan) => string): Outline[] {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const below = (parent: string | null): Outline[] =>
    spans
      .filter(({ parentId }) => parentId === parent)
      .toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)))
      .map((span) => [lineOf(span), ...below(span.spanId)])
  const lost = spans.filter(({ parentId }) => parentId !== null && !ids.has(parentId))
  return [...below(null), ...lost.map((span): Outline => [`without parent: ${lineOf(span)}`])]
}

/** Tools that were called at once may begin at the same time. */
function orderOf(span: CapturedSpan): string {
  return `${span.start.padStart(24, '0')} ${textOf(span, 'gen_ai.tool.call.id')}`
}

/** An attribute that is a text; empty where there is none. */
export function textOf({ attributes }: CapturedSpan, name: string): string {
  const value = attributes[name]?.[1]
  return typeof value === 'string' ? value : ''
}
