import { ZoneDays } from '@skein/view'

/** `2026-03-03 08:41 – 13:41` as clocks of a time zone show it; the second day only where it is another. */
export function spanIn(zone: string, from: number, to: number): string {
  const days = new ZoneDays(zone)
  const [first, last] = [minuteIn(days, from), minuteIn(days, to)]
  return `${first} – ${first.slice(0, 10) === last.slice(0, 10) ? last.slice(11) : last}`
}

/** `2026-03-03`. */
export function dayIn(zone: string, time: number): string {
  return minuteIn(new ZoneDays(zone), time).slice(0, 10)
}

function minuteIn(days: ZoneDays, time: number): string {
  const offset = days.offsets(time, time).findLast(({ since }) => since <= time)?.offset ?? 0
  return new Date(time + offset).toISOString().slice(0, 16).replace('T', ' ')
}
