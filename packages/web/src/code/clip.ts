/** The beginning of a text, for a page that must not grow with it. */
export interface Clipped {
  readonly text: string
  /** Lines and signs that are left out. */
  readonly lines: number
  readonly signs: number
}

/** At most so many lines and signs, and no line longer than `MOST_LINE_SIGNS`. */
export function clip(text: string, most: { readonly lines: number; readonly signs: number }): Clipped {
  let end = 0
  let lines = 0
  while (end < text.length && lines < most.lines) {
    const next = text.indexOf('\n', end)
    const stop = next < 0 ? text.length : next + 1
    if (stop > most.signs) {
      end = Math.max(end, Math.min(stop, most.signs))
      lines++
      break
    }
    end = stop
    lines++
  }
  const kept = text.slice(0, end)
  const signs = text.length - kept.length
  return {
    text: signs > 0 ? kept.replace(/\n$/, '') : kept,
    lines: signs === 0 ? 0 : newlines(text, end),
    signs,
  }
}

function newlines(text: string, from: number): number {
  let count = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
