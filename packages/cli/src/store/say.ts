import { inertLine } from '../terminal/inert.ts'

/** Tells people a fact that is no part of the output: one line on stderr. */
export function say(text: string): void {
  process.stderr.write(`skein: ${inertLine(text)}\n`)
}
