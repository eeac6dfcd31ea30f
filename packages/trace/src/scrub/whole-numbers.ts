/**
 * The numbers of an object as every backend can hold them: whole, and of no more digits than a double keeps. A damaged row may
 * say `1e300` or `1.5` tokens, and a request with one number that is no 64-bit integer is refused with all its spans.
 */
export function wholeNumbers<T extends object>(counts: T): T {
  const values: readonly unknown[] = Object.values(counts)
  if (values.every((value) => typeof value !== 'number' || Number.isSafeInteger(value))) return counts
  // The same fields, numbers where there were numbers.
  return Object.fromEntries(
    Object.entries(counts).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'number' ? wholeNumber(value) : value,
    ]),
  ) as T
}

export function wholeNumber(value: number): number {
  if (Number.isNaN(value)) return 0
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Math.trunc(value)))
}
