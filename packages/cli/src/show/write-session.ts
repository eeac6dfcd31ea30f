import { fileLines } from '../session/file-lines.ts'
import { bytes, counted, span } from '../terminal/figures.ts'
import type { Screen } from '../terminal/screen.ts'
import { wrap, wrapParts } from '../terminal/wrap.ts'
import { agentLines } from './agent-lines.ts'
import { briefLines } from './brief-lines.ts'
import type { SessionReport } from './session-report.ts'
import type { TurnLinesOptions } from './turn-lines.ts'
import { turnLines } from './turn-lines.ts'

export interface WriteOptions extends TurnLinesOptions {
  /** Prompt, activity and answer only. */
  readonly brief?: true
}

/** Prints a session: a heading, then its turns one by one. */
export async function writeSession(
  report: SessionReport,
  screen: Screen,
  options: WriteOptions,
): Promise<void> {
  const { out, style, width } = screen
  await out.lines(headLines(report, screen))
  await out.line()
  for (const turn of report.turns)
    for (const line of options.brief ? briefLines(turn, screen, options) : turnLines(turn, screen, options))
      await out.line(line)
  if (report.turnCount === 0)
    await out.lines(
      wrap('No turns: nothing was said on the live path. `skein check` says what is in the file.', width),
    )
  if (report.unattachedAgents.length > 0) {
    await out.lines(wrap('Sub-agents whose call is not in the transcript', width).map(style.bold))
    for (const agent of report.unattachedAgents) await out.lines(agentLines(agent, width).map(style.blue))
  }
}

/** What every command says of a session before anything else. */
export function headLines(
  report: Omit<SessionReport, 'turns' | 'unattachedAgents'>,
  { style, width }: Screen,
): string[] {
  const when = span(parsed(report.firstTime), parsed(report.lastTime))
  const parts = [
    bytes(report.bytes),
    counted(report.entries, 'entry', 'entries'),
    counted(report.turnCount, 'turn'),
    ...(report.branches.length === 0 ? [] : [counted(report.branches.length, 'branch', 'branches')]),
    ...(when === '' ? [] : [when]),
  ]
  return [
    ...(report.title === '' ? [] : wrap(report.title, width).slice(0, 2).map(style.bold)),
    ...fileLines(report.file, width).map(style.dim),
    ...wrapParts(parts, width).map(style.dim),
  ]
}

function parsed(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}
