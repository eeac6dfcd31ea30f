import type { ReactElement, ReactNode } from 'react'
import css from './charts.module.css'

/** Colours of a chart and what they stand for, with their figures: never the colour alone. */
export function Legend({
  items,
}: {
  readonly items: readonly { readonly name: string; readonly colour: number; readonly figure: ReactNode }[]
}): ReactElement {
  return (
    <ul className={css.legend}>
      {items.map(({ name, colour, figure }) => (
        <li key={name}>
          <svg className={css.swatch} viewBox="0 0 10 10" aria-hidden="true">
            <rect width="10" height="10" rx="2" className={seriesClass(colour)} />
          </svg>
          <span className={css.legendName}>{name}</span>
          <span className={css.legendFigure}>{figure}</span>
        </li>
      ))}
    </ul>
  )
}

/** The fill of a series, by its number from 0. */
export function seriesClass(at: number): string {
  return [css.series1, css.series2, css.series3, css.series4, css.series5, css.series6][at % 6]
}
