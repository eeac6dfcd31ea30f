import { widthOf } from './width.ts'
import { wrap } from './wrap.ts'

type Side = 'left' | 'right'

/** Rows of inert cells in aligned columns, two spaces apart; with a width the last column is wrapped to fit. */
export function table(
  rows: readonly (readonly string[])[],
  sides: readonly Side[],
  width?: number,
): string[] {
  const widths = sides.map((_, column) => Math.max(0, ...rows.map((row) => widthOf(row[column] ?? ''))))
  return rows.flatMap((row) => {
    const head = row
      .slice(0, -1)
      .map((cell, column) => padded(cell, widths[column], sides[column]))
      .join('  ')
    const last = row.at(-1) ?? ''
    const room = width === undefined ? Number.POSITIVE_INFINITY : Math.max(8, width - widthOf(head) - 2)
    const lines = widthOf(last) <= room ? [last] : wrap(last, room)
    return lines.map((line, i) => `${i === 0 ? head : ' '.repeat(widthOf(head))}  ${line}`.trimEnd())
  })
}

function padded(cell: string, width: number, side: Side): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(cell)))
  return side === 'left' ? cell + space : space + cell
}
