import type { RefreshReport } from '@skein/store'
import { shownLine } from '../session/shown-line.ts'

/** Tells people a fact that is no part of the output: one line on stderr. */
export function say(text: string): void {
  process.stderr.write(`skein: ${shownLine(text)}\n`)
}

/** Tells what could not be done with a file, and with which; some messages name it already. */
export function sayOf(diagnostic: { readonly path: string; readonly message: string }): void {
  say(told(diagnostic))
}

/** Tells what a look for sessions could not read; many are told by the first few. */
export function sayPassedOver(report: Pick<RefreshReport, 'diagnostics'> | null): void {
  const passed = (report?.diagnostics ?? []).filter(({ code }) => code !== 'vanished')
  for (const diagnostic of passed.slice(0, MOST_TOLD)) sayOf(diagnostic)
  const rest = passed.length - MOST_TOLD
  if (rest > 0) say(`… and ${rest} more that could not be read; \`skein index status\` lists them`)
}

const MOST_TOLD = 3

export function told({ path, message }: { readonly path: string; readonly message: string }): string {
  return message.includes(path) ? message : `${message}: ${path}`
}
