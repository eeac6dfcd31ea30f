/** How long ago, in a list: `now`, `3 m`, `2 h`, `Tue`, `12 Mar`, `Mar 2024`. Nothing of it depends on the language. */
export function relativeTime(time: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - time) / 1000))
  if (seconds < 60) return 'now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m`
  if (seconds < 20 * 3600) return `${Math.floor(seconds / 3600)} h`
  const date = new Date(time)
  const days = Math.round((startOfDay(now) - startOfDay(time)) / 86_400_000)
  if (days <= 1) return days < 1 ? `${Math.floor(seconds / 3600)} h` : 'yesterday'
  if (days < 7) return DAYS[date.getDay()]
  const month = MONTHS[date.getMonth()]
  return days < 300 ? `${date.getDate()} ${month}` : `${month} ${date.getFullYear()}`
}

/** How long something lasts or lasted, in words for a banner: `12 seconds`, `3 minutes`. */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 90) return plural(seconds, 'second')
  if (seconds < 90 * 60) return plural(Math.round(seconds / 60), 'minute')
  if (seconds < 36 * 3600) return plural(Math.round(seconds / 3600), 'hour')
  return plural(Math.round(seconds / 86_400), 'day')
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function startOfDay(time: number): number {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
