import type { ErrorReport, TurnSummary, WholeTurn } from '@skein/view'
import { turnSummary } from '@skein/view'
import { counted } from '../terminal/figures.ts'
import { inert, inertLine } from '../terminal/inert.ts'
import { markdownLines } from '../terminal/markdown.ts'
import type { Screen } from '../terminal/screen.ts'
import { shorten, wrap } from '../terminal/wrap.ts'
import { agentLines } from './agent-lines.ts'
import { compactionLine, cut } from './step-lines.ts'
import { activityLines, turnHead } from './turn-head.ts'
import type { TurnLinesOptions } from './turn-lines.ts'

/** A turn in brief: the prompt, one line of activity, what went wrong, and the answer. */
export function* briefLines(
  turn: WholeTurn,
  screen: Screen,
  { whole, agentOf }: Pick<TurnLinesOptions, 'whole' | 'agentOf'>,
): Generator<string> {
  const { style, width } = screen
  const summary = turnSummary(turn)
  yield* turnHead(turn, screen, { whole })
  const about = [
    ...activityLines(turn, screen),
    ...noticeLines(summary, turn, screen),
    ...turn.calls
      .flatMap((id) => agentOf(id)?.figures ?? [])
      .flatMap((agent) => agentLines(agent, width - 2).map(style.blue)),
  ]
  yield* indented(about)
  if (about.length > 0) yield ''
  const text = summary.final ?? summary.output
  if (text !== null && text.trim() !== '') {
    const lines =
      summary.final === null
        ? wrap(inert(text).trim(), width - 2).map(style.dim)
        : finalLines(text, screen, whole)
    yield* indented(cut(lines, whole ? Infinity : MOST_FINAL))
    yield ''
  }
  for (const compaction of summary.compactions) {
    yield style.dim(compactionLine(compaction, width))
    yield ''
  }
}

const MOST_FINAL = 24
const MOST_ERRORS = 3

function finalLines(text: string, { style, width }: Screen, whole: boolean): string[] {
  // No more than is shown: an answer may be megabytes.
  return markdownLines(whole ? text : text.slice(0, 2 * MOST_FINAL * width), style, width - 2)
}

function noticeLines({ errors }: TurnSummary, { head }: WholeTurn, { style, width }: Screen): string[] {
  const shown = errors
    .slice(0, MOST_ERRORS)
    .map((error) => style.red(shorten(errorText(error, width), width - 2)))
  const rest = errors.length - MOST_ERRORS
  return [
    ...shown,
    ...(rest > 0 ? [style.red(`  and ${counted(rest, 'error')} more`)] : []),
    ...(head.state === 'interrupted' ? wrap('■ interrupted by the user', width - 2).map(style.yellow) : []),
  ]
}

function errorText({ kind, tool, asked, text }: ErrorReport, width: number): string {
  const first = inertLine(
    inert(text)
      .split('\n')
      .find((line) => line.trim() !== '') ?? '',
  )
  if (kind === 'api') return `✗ ${first}`
  const call = `${inertLine(tool ?? '')}${asked ? ` ${shorten(asked, Math.floor(width / 2) - 4)}` : ''}`
  if (kind === 'denied') return `⊘ refused: ${call}`
  return kind === 'interrupted' ? `■ stopped: ${call}` : `✗ ${call}: ${first}`
}

function* indented(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield line === '' ? '' : `  ${line}`
}
