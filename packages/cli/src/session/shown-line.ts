import { inertLine } from '../terminal/inert.ts'
import { mask } from './mask.ts'

/** A text of a transcript in one line that may be shown anywhere: harmless, and without secrets. */
export function shownLine(text: string): string {
  // Harmless first: what an escape sequence stands in front of is a word of its own only without it.
  return mask(inertLine(text))
}
