/**
 * The line of a changed entry, newline included. Untouched entries give back their own bytes instead: parsing drops
 * what JSON does not keep (spacing, escapes, numbers past 2^53, the first of two equal keys).
 */
export function serialiseValue(value: object): string {
  return `${JSON.stringify(value)}\n`
}
