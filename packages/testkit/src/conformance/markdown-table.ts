/** Padded the way the formatter pads tables, so that a new table is no change of format. */
export function markdownTable([head, ...rows]: string[][]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column].length)))
  const line = (row: string[]) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
