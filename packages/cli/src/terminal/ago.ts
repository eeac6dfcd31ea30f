/** How long ago, as a list says it: `now`, `5 m`, `3 h`, `2 d`, then the day. */
export function ago(time: number, now: number): string {
  if (!Number.isFinite(time)) return ''
  const minutes = Math.floor((now - time) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} m`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
  if (minutes < 14 * 24 * 60) return `${Math.floor(minutes / (24 * 60))} d`
  const date = new Date(time)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
