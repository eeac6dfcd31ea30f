import { dateOf, isTimeZone, ZoneDays } from '@skein/view'

/** What the usage page shows: everything of it stands in the address. */
export interface UsagePlace {
  readonly range: Range
  readonly measure: Measure
  /** IANA name. */
  readonly zone: string
  readonly table: Table
}

export type Range = (typeof RANGES)[number]
export type Measure = (typeof MEASURES)[number]
export type Table = (typeof TABLES)[number]

export const RANGES = ['7d', '30d', '90d', '1y', 'all'] as const
export const MEASURES = ['cost', 'tokens'] as const
export const TABLES = ['model', 'project', 'session', 'tool'] as const

/** What is shown where the address says nothing. */
export type UsualUsage = Pick<UsagePlace, 'range' | 'zone'>

/** Out of the parts of the query that the address keeps for pages; whatever is none of ours is as if it were not there. */
export function parseUsagePlace(more: Readonly<Record<string, string>>, usual: UsualUsage): UsagePlace {
  const zone = more['tz'] ?? usual.zone
  return {
    range: RANGES.find((one) => one === more['range']) ?? usual.range,
    measure: MEASURES.find((one) => one === more['measure']) ?? 'cost',
    zone: isTimeZone(zone) ? zone : usual.zone,
    table: TABLES.find((one) => one === more['rows']) ?? 'model',
  }
}

/** Only what is not as usual. */
export function formatUsagePlace(
  { range, measure, zone, table }: UsagePlace,
  usual: UsualUsage,
): Record<string, string> {
  return {
    ...(range === usual.range ? {} : { range }),
    ...(measure === 'cost' ? {} : { measure }),
    ...(zone === usual.zone ? {} : { tz: zone }),
    ...(table === 'model' ? {} : { rows: table }),
  }
}

/** The time that a range covers, in whole days of a zone, and what its bars stand for. */
export interface Span {
  readonly by: 'daily' | 'weekly' | 'monthly'
  /** The instant it begins, ISO; undefined without a beginning. */
  readonly since: string | undefined
  /** Keys of all its bars, the empty ones too; null where only the report knows them. */
  readonly keys: readonly string[] | null
}

/** Every month from the first to the last of some (`2026-03`), those without anything too. */
export function monthsThrough(months: readonly string[]): string[] {
  const told = months.filter((month) => /^\d{4}-\d{2}$/.test(month)).toSorted()
  if (told.length === 0) return []
  const [first, last] = [countOf(told[0]), countOf(told[told.length - 1])]
  // Rows may claim any time: those that do so get no page of empty bars.
  if (last - first >= MOST_MONTHS) return told
  return Array.from({ length: last - first + 1 }, (_, i) => monthOf(first + i))
}

const MOST_MONTHS = 120

function countOf(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
}

function monthOf(count: number): string {
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

export function spanOf(range: Range, zone: string, now: number): Span {
  if (range === 'all') return { by: 'monthly', since: undefined, keys: null }
  const days = new ZoneDays(zone)
  const today = days.dayOf(now)
  if (range === '1y') {
    // Weeks begin on Monday; 1970-01-01 was a Thursday.
    const monday = today - ((today + 3) % 7)
    const first = monday - 52 * 7
    return {
      by: 'weekly',
      since: new Date(days.startOf(first)).toISOString(),
      keys: Array.from({ length: 53 }, (_, week) => dateOf(first + week * 7)),
    }
  }
  const count = Number.parseInt(range, 10)
  const first = today - count + 1
  return {
    by: 'daily',
    since: new Date(days.startOf(first)).toISOString(),
    keys: Array.from({ length: count }, (_, day) => dateOf(first + day)),
  }
}
