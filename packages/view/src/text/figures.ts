/* Figures for people; JSON output has plain numbers and ISO times. */

/** `0.8 s`, `42 s`, `4 m 12 s`, `2 h 5 m`, `3 d 4 h`. */
export function duration(ms: number): string {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return pair(seconds, 'm', 60, 's')
  if (seconds < 86_400) return pair(Math.round(seconds / 60), 'h', 60, 'm')
  return pair(Math.round(seconds / 3600), 'd', 24, 'h')
}

function pair(total: number, unit: string, parts: number, part: string): string {
  const rest = total % parts
  return `${Math.floor(total / parts)} ${unit}${rest === 0 ? '' : ` ${rest} ${part}`}`
}

/** `17 B`, `54 KB`, `1.2 MB`: powers of 1000, as file managers count. */
export function bytes(count: number): string {
  return scaled(count, [' B', ' KB', ' MB', ' GB', ' TB'])
}

/** What stands in the place of an entry that is too long to be read. */
export function oversizedNote(size: number): string {
  return `a line of ${bytes(size)}, see --view raw`
}

/** `950`, `12k`, `1.4M`. */
export function tokens(count: number): string {
  return scaled(count, ['', 'k', 'M', 'G', 'T'])
}

function scaled(count: number, units: readonly string[]): string {
  let value = count
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)}${units[unit]}`
}

/** `12,345`. */
export function whole(count: number): string {
  // `toLocaleString` loads the tables of all languages first: as long as Node takes to start.
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** `1 turn`, `12 turns`; `many` where an s is not enough. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`
}

/** `2026-03-03 08:41`, in the time zone of the reader; empty for none. */
export function minute(time: number | null): string {
  if (time === null || !Number.isFinite(time)) return ''
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  const two = (part: number): string => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** `2026-03-03 08:41 – 08:49`; the second day only where it is another. */
export function span(from: number | null, to: number | null): string {
  const [first, last] = [minute(from), minute(to)]
  if (first === '' || last === '' || first === last) return first || last
  return `${first} – ${first.slice(0, 10) === last.slice(0, 10) ? last.slice(11) : last}`
}
