import type { SessionAbout, ToldSession, TurnRange } from '@skein/view'
import { fileLines } from '../session/file-lines.ts'
import { bytes, counted, span } from '../terminal/figures.ts'
import type { Screen } from '../terminal/screen.ts'
import { wrap, wrapParts } from '../terminal/wrap.ts'
import { agentLines } from './agent-lines.ts'
import { briefLines } from './brief-lines.ts'
import type { TurnLinesOptions } from './turn-lines.ts'
import { turnLines } from './turn-lines.ts'

export interface WriteOptions extends Omit<TurnLinesOptions, 'session' | 'agentOf'> {
  /** Only these turns; all unless said. */
  readonly range?: TurnRange
  /** A row that must be among the steps. */
  readonly at?: number
  /** Prompt, activity and answer only. */
  readonly brief?: true
}

/** Prints a session: a heading, then its turns one by one. */
export async function writeSession(
  { about, told }: { readonly about: SessionAbout; readonly told: ToldSession },
  screen: Screen,
  options: WriteOptions,
): Promise<void> {
  const { out, style, width } = screen
  await out.lines(headLines(about, screen))
  await out.line()
  const { session, agentOf, unattached } = told
  const shape = { ...options, session, agentOf }
  for (const turn of session.turns(options))
    for (const line of options.brief ? briefLines(turn, screen, shape) : turnLines(turn, screen, shape))
      await out.line(line)
  if (about.turnCount === 0)
    await out.lines(
      wrap('No turns: nothing was said on the live path. `skein check` says what is in the file.', width),
    )
  if (unattached.length > 0) {
    await out.lines(wrap('Sub-agents whose call is not in the transcript', width).map(style.bold))
    for (const { figures } of unattached) await out.lines(agentLines(figures, width).map(style.blue))
  }
}

/** What every command says of a session before anything else. */
export function headLines(report: SessionAbout, { style, width }: Screen): string[] {
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
