/** Whether this is `npm run test:long`, which leaves nothing out; `npm test` takes a share of what repeats itself. */
export const isLong = process.env['SKEIN_LONG'] === '1'

/** So many of what a long run does; a fifth of it otherwise. */
export function longRuns(count: number): number {
  return isLong ? count : Math.ceil(count / 5)
}
