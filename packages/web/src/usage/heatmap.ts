import { dateOf } from '@skein/view'

/** A year as a calendar: a column a week, a row a day. */
export interface Heatmap {
  readonly weeks: readonly (readonly HeatCell[])[]
  /** Months and the column each begins in. */
  readonly months: readonly { readonly name: string; readonly week: number }[]
  readonly busiest: HeatCell | null
  readonly activeDays: number
}

export interface HeatCell {
  readonly date: string
  /** 0 for Monday to 6. */
  readonly weekday: number
  readonly value: number
  /** 0: nothing; 1 to 4 by quarters of the days that had something. */
  readonly level: number
}

/** The 53 weeks that end with `today` (days since 1970-01-01); days after it are not there. */
export function heatmapOf(values: ReadonlyMap<string, number>, today: number): Heatmap {
  const monday = today - weekdayOf(today)
  const first = monday - 52 * 7
  const found: number[] = []
  for (let day = first; day <= today; day++) {
    const value = values.get(dateOf(day)) ?? 0
    if (value > 0) found.push(value)
  }
  found.sort((a, b) => a - b)
  const bounds = [0.25, 0.5, 0.75].map((part) => found[Math.floor(part * found.length)] ?? 0)
  const levelOf = (value: number): number =>
    value > 0
      ? 1 + bounds.filter((bound) => value >= bound && bound > 0 && found[0] !== found.at(-1)).length
      : 0
  const weeks = Array.from({ length: 53 }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => first + week * 7 + weekday)
      .filter((day) => day <= today)
      .map((day): HeatCell => {
        const value = values.get(dateOf(day)) ?? 0
        return { date: dateOf(day), weekday: weekdayOf(day), value, level: levelOf(value) }
      }),
  )
  const cells = weeks.flat()
  return {
    weeks,
    months: monthsOf(weeks),
    busiest: cells.reduce<HeatCell | null>(
      (best, cell) => (cell.value > (best?.value ?? 0) ? cell : best),
      null,
    ),
    activeDays: found.length,
  }
}

/** 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

/** A month is named above the first week that begins in it, unless the next name would touch it. */
function monthsOf(weeks: readonly (readonly HeatCell[])[]): { name: string; week: number }[] {
  const months: { name: string; week: number }[] = []
  for (const [week, [monday]] of weeks.entries()) {
    const month = Number(monday.date.slice(5, 7))
    const before = weeks[week - 1]?.[0].date.slice(5, 7)
    if (before !== undefined && Number(before) === month) continue
    if (months.length > 0 && week - (months.at(-1)?.week ?? 0) < 3) months.pop()
    months.push({ name: MONTHS[month - 1], week })
  }
  return months
}

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
