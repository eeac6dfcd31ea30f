import type { ModelUsage, UsageReport, UsageRow } from '@skein/view'
import type { Measure } from './usage-place.ts'

/** Bars made of parts, one part a series, in the same order everywhere. */
export interface Stacks {
  readonly series: readonly Series[]
  readonly bars: readonly Bar[]
  /** Of the highest bar. */
  readonly most: number
}

export interface Series {
  readonly name: string
  readonly total: number
  /** It has used something that has no price, so a chart of costs cannot show it. */
  readonly unpriced: boolean
}

export interface Bar {
  readonly key: string
  readonly total: number
  /** By series. */
  readonly parts: readonly number[]
  /** The row it shows; null where nothing was used. */
  readonly row: UsageRow | null
}

/** More series than there are colours; the smallest share one. */
export const MOST_SERIES = 6
export const OTHERS = 'others'

/** A report by time as bars stacked by model. `keys` are those that are to be there whether something was used or not. */
export function stacksOf(
  report: UsageReport,
  measure: Measure,
  { keys, nameOf }: { readonly keys: readonly string[] | null; readonly nameOf: (model: string) => string },
): Stacks {
  const rows = new Map(report.rows.map((row) => [row.key, row]))
  const order = keys ?? report.rows.map(({ key }) => key)
  const totals = new Map<string, { total: number; unpriced: boolean }>()
  for (const { models } of report.rows)
    for (const model of models) {
      const name = nameOf(model.model)
      const sum = totals.get(name) ?? { total: 0, unpriced: false }
      totals.set(name, {
        total: sum.total + valueOf(model, measure),
        unpriced: sum.unpriced || (measure === 'cost' && model.cost === null && model.totalTokens > 0),
      })
    }
  const ranked = [...totals]
    .map(([name, sum]) => ({ name, ...sum }))
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1))
  const own = ranked.length > MOST_SERIES ? ranked.slice(0, MOST_SERIES - 1) : ranked
  const rest = ranked.slice(own.length)
  const series =
    rest.length === 0
      ? own
      : [
          ...own,
          {
            name: OTHERS,
            total: rest.reduce((sum, one) => sum + one.total, 0),
            unpriced: rest.some((one) => one.unpriced),
          },
        ]
  const indexOf = new Map(own.map(({ name }, i) => [name, i]))
  const bars = order.map((key): Bar => {
    const row = rows.get(key) ?? null
    const parts = series.map(() => 0)
    for (const model of row?.models ?? [])
      parts[indexOf.get(nameOf(model.model)) ?? series.length - 1] += valueOf(model, measure)
    return { key, row, parts, total: parts.reduce((sum, part) => sum + part, 0) }
  })
  return { series, bars, most: Math.max(0, ...bars.map(({ total }) => total)) }
}

function valueOf({ cost, totalTokens }: ModelUsage, measure: Measure): number {
  return measure === 'cost' ? (cost ?? 0) : totalTokens
}
