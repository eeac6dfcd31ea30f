import type { EncodedSpan } from '../src/wire/wire-span.ts'

/** Spans that differ in nothing but their ids; `bytes` is how long their JSON is. */
export function wireSpans(count: number, { bytes = 100, trace = 1 } = {}): EncodedSpan[] {
  return Array.from({ length: count }, (_, i) => wireSpan(i, { bytes, trace }))
}

export function wireSpan(
  number: number,
  { bytes = 100, trace = 1, message = null as string | null } = {},
): EncodedSpan {
  const [traceId, spanId] = [hex(trace, 32), hex(number, 16)]
  const start = `{"traceId":"${traceId}","spanId":"${spanId}","pad":"`
  const json = Buffer.from(`${start}${'x'.repeat(Math.max(0, bytes - start.length - 2))}"}`)
  return { traceId, spanId, json, message }
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}
