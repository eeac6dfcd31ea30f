import { Output } from '../src/terminal/output.ts'
import type { Screen } from '../src/terminal/screen.ts'
import { styleOf } from '../src/terminal/style.ts'
import { widthOf } from '../src/terminal/width.ts'

/** A screen of so many columns without colours; what it is to print is looked at, not printed. */
export function screenOf(width: number): Screen {
  return { out: new Output(process.stderr), style: styleOf(false), width }
}

/** From a window beside an editor, over a phone, to a wide terminal. */
export const WIDTHS = [20, 40, 45, 60, 80, 100, 200] as const

/** Lines that a screen would break. */
export function tooWide(lines: readonly string[], width: number): string[] {
  return lines.filter((line) => widthOf(line) > width)
}
