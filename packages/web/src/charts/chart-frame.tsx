import { useState, type ReactElement, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import css from './charts.module.css'

/** A drawing with a title; whoever cannot see it, or wants the figures, gets the same as a table. */
export function ChartFrame({
  title,
  note,
  table,
  children,
}: {
  readonly title: string
  readonly note?: ReactNode
  readonly table: () => ReactElement
  readonly children: ReactNode
}): ReactElement {
  const [asTable, setAsTable] = useState(false)
  return (
    <section className={css.frame} aria-label={title}>
      <header className={css.head}>
        <h2 className={css.title}>{title}</h2>
        {note && <span className={css.note}>{note}</span>}
        <Button look="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Chart' : 'Table'}
          <span className="sr-only">: {title}</span>
        </Button>
      </header>
      {asTable ? (
        <div className={css.tableBox} tabIndex={0} role="region" aria-label={`${title}, as a table`}>
          {table()}
        </div>
      ) : (
        children
      )}
    </section>
  )
}

export interface Column {
  readonly label: string
  /** Figures stand at the right. */
  readonly figures?: boolean
}

/** Rows of figures. The first cell of a row names it. */
export function FigureTable({
  caption,
  columns,
  rows,
}: {
  readonly caption: string
  readonly columns: readonly Column[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}): ReactElement {
  return (
    <table className={css.table}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, figures }) => (
            <th key={label} scope="col" className={figures ? css.figures : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, at) =>
              at === 0 ? (
                <th key={columns[at].label} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={columns[at].label} className={columns[at].figures ? css.figures : undefined}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
