import type { SendReport } from '@skein/trace'
import { bytes, counted, whole } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import type { Style } from '../terminal/style.ts'

/** What a run did, for people: what went out, then what did not and why, as far as there is any. */
export function sendLines(
  report: SendReport,
  { dryRun, style }: { readonly dryRun: boolean; readonly style: Style },
): string[] {
  const spans = dryRun ? report.spans : report.sent
  const looked = report.sessions + report.unchanged
  const what = `${counted(spans, 'span')} of ${counted(report.turns, 'turn')}`
  const size = dryRun ? '' : `, ${bytes(report.bytes)} in ${counted(report.requests, 'request')}`
  const head = `${inertLine(report.target)}: ${what} ${dryRun ? 'to send' : 'sent'}${size}; ${counted(looked, 'session')} looked at, ${whole(report.unchanged)} unchanged`
  const rest: [count: number, one: string, many?: string][] = [
    [report.known, 'span that the target has already', 'spans that the target has already'],
    [report.copies, 'copy of what was sent before', 'copies of what was sent before'],
    [report.open, 'turn that has not ended', 'turns that have not ended'],
    [report.sampledOut, 'turn left out by sampling', 'turns left out by sampling'],
    [report.excluded, 'turn of an excluded project', 'turns of excluded projects'],
    [report.tooOld, 'turn from before', 'turns from before'],
    [
      report.noTime,
      'turn skipped: no row of its session has a time',
      'turns skipped: no row of their sessions has a time',
    ],
    [report.givenUp, 'span refused before', 'spans refused before'],
  ]
  const bad: [count: number, one: string, many?: string][] = [
    [
      report.failed,
      'span failed: the target will not take it',
      'spans failed: the target will not take them',
    ],
    [report.rejected, 'span not kept by the target', 'spans not kept by the target'],
    [report.resent, 'span sent again: it may be there twice', 'spans sent again: they may be there twice'],
    [report.unreadable, 'session that cannot be read', 'sessions that cannot be read'],
  ]
  const told = (list: typeof rest): string[] =>
    list.filter(([count]) => count > 0).map(([count, one, many]) => `  ${counted(count, one, many)}`)
  return [head, ...told(rest).map(style.dim), ...told(bad).map(style.yellow)]
}
