import type { WireSpan } from '../src/wire/wire-span.ts'

/** Spans that differ in nothing but their ids; `bytes` is how long their JSON is. */
export function wireSpans(count: number, { bytes = 100, trace = 1 } = {}): WireSpan[] {
  return Array.from({ length: count }, (_, i) => wireSpan(i, { bytes, trace }))
}

export function wireSpan(
  number: number,
  { bytes = 100, trace = 1, message = null as string | null } = {},
): WireSpan {
  const [traceId, spanId] = [hex(trace, 32), hex(number, 16)]
  const start = `{"traceId":"${traceId}","spanId":"${spanId}","pad":"`
  return { traceId, spanId, json: `${start}${'x'.repeat(Math.max(0, bytes - start.length - 2))}"}`, message }
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}
