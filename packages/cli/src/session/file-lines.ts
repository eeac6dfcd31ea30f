import { basename } from 'node:path'
import { inertLine } from '../terminal/inert.ts'
import { widthOf } from '../terminal/width.ts'
import { wrap } from '../terminal/wrap.ts'

/** A file for a heading: as it was given if that fits a line, else its own name alone. */
export function fileLines(file: string, width: number): string[] {
  if (file === '-') return ['standard input']
  const whole = inertLine(file)
  return widthOf(whole) <= width ? [whole] : wrap(inertLine(basename(file)), width)
}
