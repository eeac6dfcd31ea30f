/**
 * The moment that a date of a query means, in ms: the start of the day, month or year it names, in the
 * time zone of the machine, or a stretch of time before now. Null for anything else.
 */
export function parseMoment(text: string, now: number): number | null {
  const value = text.trim().toLowerCase()
  const ago = /^(\d{1,6})(m|h|d|w)$/.exec(value)
  if (ago !== null) return now - Number(ago[1]) * UNIT_MS[ago[2]]
  const today = new Date(now)
  if (value === 'now') return now
  if (value === 'today') return startOfDay(today, 0)
  if (value === 'yesterday') return startOfDay(today, -1)
  const date = /^(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?$/.exec(value)
  if (date !== null) return dayOf(Number(date[1]), Number(date[2] ?? 1), Number(date[3] ?? 1))
  if (!/^\d{4}-\d\d-\d\dt/.test(value)) return null
  const moment = Date.parse(text.trim().toUpperCase())
  return Number.isNaN(moment) ? null : moment
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

function startOfDay(day: Date, shift: number): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + shift).getTime()
}

/** Null for a day that no month has: `Date` would take the 31st of a short month for the 1st of the next. */
function dayOf(year: number, month: number, day: number): number | null {
  const start = new Date(year, month - 1, day)
  return start.getMonth() === month - 1 && start.getDate() === day ? start.getTime() : null
}
