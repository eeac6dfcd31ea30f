/** Horizontal bars of numbers, the largest `width` columns long, in eighths of a column. */
export function bars(values: readonly number[], width: number): string[] {
  const largest = Math.max(0, ...values)
  return values.map((value) => {
    if (largest <= 0 || value <= 0 || width <= 0) return ''
    // What is there is seen, however small it is.
    const eighths = Math.max(1, Math.round((value / largest) * width * 8))
    return '█'.repeat(Math.floor(eighths / 8)) + (PARTS[eighths % 8] ?? '')
  })
}

const PARTS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
