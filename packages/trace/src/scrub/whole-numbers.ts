/**
 * The numbers of an object as every backend can hold them: whole, and of no more digits than a double keeps. A damaged row may
 * say `1e300` or `1.5` tokens, and a request with one number that is no 64-bit integer is refused with all its spans.
 */
export function wholeNumbers<T extends object>(counts: T): T {
  if (areWhole(counts)) return counts
  // The same fields, numbers where there were numbers.
  return Object.fromEntries(
    Object.entries(counts).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'number' ? wholeNumber(value) : value,
    ]),
  ) as T
}

function areWhole(counts: object): boolean {
  // Asked of every generation; these objects have few fields, and no others than their own.
  for (const name in counts) {
    const value = (counts as Readonly<Record<string, unknown>>)[name] // by its own key
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return false
  }
  return true
}

export function wholeNumber(value: number): number {
  if (Number.isNaN(value)) return 0
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Math.trunc(value)))
}
