/** Milliseconds since the epoch as the decimal nanoseconds that OTLP's unsigned 64 bits hold: from 1970 to 2554. */
export function unixNano(milliseconds: number): string {
  const whole = Math.min(Math.max(Math.trunc(milliseconds), 0), LATEST)
  return whole > 0 ? `${whole}000000` : '0'
}

const LATEST = 18_446_744_073_709
