/** A time of the columns as ISO text; null for none, and for one beyond what a date can be. */
export function isoTime(time: number | null): string | null {
  return time === null || !Number.isFinite(time) || Math.abs(time) > 8.64e15
    ? null
    : new Date(time).toISOString()
}
