import type { Hunk } from '@skein/view'
import { inert } from './inert.ts'
import { chopSpans, painted, span } from './spans.ts'
import type { Paint, Style } from './style.ts'

/** Hunks with line numbers, `+` green and `-` red; a mark stands where lines between two hunks are left out. */
export function diffLines(hunks: readonly Hunk[], style: Style, width: number): string[] {
  const last = Math.max(
    0,
    ...hunks.map(({ oldStart, oldLines, newStart, newLines }) =>
      Math.max(oldStart + oldLines, newStart + newLines),
    ),
  )
  // Where nobody knows the lines there is no column for them.
  const digits = hunks.some(({ newStart }) => newStart > 0) ? String(last).length : 0
  return hunks.flatMap((hunk, i) => [
    ...(i === 0 ? [] : [style.dim(`${' '.repeat(digits)}⋯`)]),
    ...hunkLines(hunk, style, { digits, width }),
  ])
}

function hunkLines(hunk: Hunk, style: Style, { digits, width }: { digits: number; width: number }): string[] {
  let [before, after] = [hunk.oldStart, hunk.newStart]
  const found: string[] = []
  for (const line of hunk.lines) {
    const sign = line[0] ?? ' '
    const number = sign === '\\' ? '' : sign === '-' ? before : after
    if (sign !== '+' && sign !== '\\') before++
    if (sign !== '-' && sign !== '\\') after++
    const label = digits === 0 ? '' : `${hunk.newStart === 0 ? '' : number}`.padStart(digits)
    const paints: readonly Paint[] = sign === '+' ? ['green'] : sign === '-' ? ['red'] : ['dim']
    // One line of a patch is one line of a file, whatever it holds.
    const text = inert(line.slice(1)).replaceAll('\n', '␤')
    for (const [i, part] of chopSpans([span(text, ...paints)], Math.max(8, width - digits - 3)).entries()) {
      const gutter =
        i === 0 ? `${label}${digits === 0 ? '' : ' '}` : ' '.repeat(digits + (digits === 0 ? 0 : 1))
      found.push(
        `${style.dim(gutter)}${painted([span(`${i === 0 ? sign : ' '} `, ...paints), ...part], style)}`.trimEnd(),
      )
    }
  }
  return found
}
