import { shownLine } from '../session/shown-line.ts'

/** Tells people a fact that is no part of the output: one line on stderr. */
export function say(text: string): void {
  process.stderr.write(`skein: ${shownLine(text)}\n`)
}

/** Tells what could not be done with a file, and with which; some messages name it already. */
export function sayOf(diagnostic: { readonly path: string; readonly message: string }): void {
  say(told(diagnostic))
}

export function told({ path, message }: { readonly path: string; readonly message: string }): string {
  return message.includes(path) ? message : `${message}: ${path}`
}
