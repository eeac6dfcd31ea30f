/** One measured number, printed as one JSON line. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit:
    | 'x'
    | 'MB'
    | 's'
    | 'ms'
    | 'MB/s'
    | 'entries'
    | 'tokens'
    | 'lines'
    | 'files'
    | 'threads'
    | 'rows'
    | 'bytes'
    | '%'
  /** What the number must keep to; figures without a bar only inform. */
  readonly bar?: Bar
  readonly goal?: number
  readonly note?: string
}

export type Bar = { readonly atLeast: number } | { readonly atMost: number }

export function passes({ value, bar }: Figure): boolean {
  if (bar === undefined) return true
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost
}

export function lineOf(figure: Figure): string {
  // Counts are exact; what was measured is not worth more than four digits.
  const value = Number.isInteger(figure.value) ? figure.value : Number(figure.value.toPrecision(4))
  return JSON.stringify({ ...figure, value, ...(figure.bar ? { pass: passes(figure) } : {}) })
}

export function barText({ bar, goal }: Figure): string {
  if (bar === undefined) return goal === undefined ? '' : `(goal ${goal})`
  const text = 'atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`
  return goal === undefined ? text : `${text} (goal ${goal})`
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
