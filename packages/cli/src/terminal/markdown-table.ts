import type { Span } from './spans.ts'
import { painted, span, spansWidth, wrapSpans } from './spans.ts'
import type { Style } from './style.ts'

export interface MarkdownTable {
  readonly header: readonly (readonly Span[])[]
  readonly rows: readonly (readonly (readonly Span[])[])[]
  readonly align: readonly ('left' | 'right' | 'center' | null)[]
}

/** A table with ruled columns; where the columns cannot fit, each row as a list of `heading: cell`. */
export function tableLines(table: MarkdownTable, style: Style, width: number): string[] {
  const widths = columnWidths(table, width)
  if (widths === null) return recordLines(table, style, width)
  const rule = style.dim(widths.map((size) => '─'.repeat(size)).join('─┼─'))
  const header = table.header.map((cell) =>
    cell.map(({ text, paints }) => ({ text, paints: [...paints, 'bold' as const] })),
  )
  return [
    ...rowLines(header, { widths, align: table.align, style }),
    rule,
    ...table.rows.flatMap((row) => rowLines(row, { widths, align: table.align, style })),
  ]
}

/** Narrower columns break words in every line. */
const LEAST_COLUMN = 6
const GAP = 3

/** Natural widths where they fit; else the widest columns give way, equally. Null where even that is not enough. */
function columnWidths({ header, rows }: MarkdownTable, width: number): number[] | null {
  const natural = header.map((cell, column) =>
    Math.max(1, spansWidth(cell), ...rows.map((row) => spansWidth(row[column] ?? []))),
  )
  const room = width - GAP * (natural.length - 1)
  const least = natural.reduce((sum, size) => sum + Math.min(size, LEAST_COLUMN), 0)
  if (natural.length === 0 || least > room) return null
  let limit = Math.max(...natural)
  const total = (most: number): number => natural.reduce((sum, size) => sum + Math.min(size, most), 0)
  while (total(limit) > room) limit--
  return natural.map((size) => Math.min(size, limit))
}

interface RowShape {
  readonly widths: readonly number[]
  readonly align: MarkdownTable['align']
  readonly style: Style
}

function rowLines(row: readonly (readonly Span[])[], { widths, align, style }: RowShape): string[] {
  const cells = widths.map((size, column) => wrapSpans(row[column] ?? [], size))
  const height = Math.max(...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, at) =>
    widths
      .map((size, column) => aligned(cells[column][at] ?? [], size, { side: align[column], style }))
      .join(style.dim(' │ '))
      .trimEnd(),
  )
}

function aligned(
  cell: readonly Span[],
  width: number,
  { side, style }: { side: MarkdownTable['align'][number]; style: Style },
): string {
  const space = Math.max(0, width - spansWidth(cell))
  const before = side === 'right' ? space : side === 'center' ? Math.floor(space / 2) : 0
  return ' '.repeat(before) + painted(cell, style) + ' '.repeat(space - before)
}

function recordLines({ header, rows }: MarkdownTable, style: Style, width: number): string[] {
  return rows.flatMap((row, i) => [
    ...(i === 0 ? [] : ['']),
    ...row.flatMap((cell, column) =>
      wrapSpans(
        [...(header[column] ?? []).map(({ text }) => span(text, 'bold')), span(': '), ...cell],
        width,
      ).map((line) => painted(line, style)),
    ),
  ])
}
