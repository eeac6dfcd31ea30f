import { counted, duration, minute } from '../terminal/figures.ts'
import { inert, inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { widthOf } from '../terminal/width.ts'
import { shorten, wrap, wrapParts } from '../terminal/wrap.ts'
import { tokensPart } from './agent-lines.ts'
import { cut, imageLabel } from './step-lines.ts'
import type { TurnReport } from './turn-report.ts'

/** Longer prompts are pastes. */
const MOST_PROMPT = 12
const MOST_TOOLS = 5

/** What every way of showing a turn begins with: a rule with its number, and the prompt. */
export function* turnHead(
  report: TurnReport,
  screen: Screen,
  options: { readonly whole: boolean; readonly isMarked?: boolean },
): Generator<string> {
  yield ruleLine(report, screen)
  yield* promptLines(report, screen, options)
  yield ''
}

/** `20 s · 4 steps · Bash, Edit · 1 file +1 −1 · 440 tokens in, 20 out`; empty where the model did nothing. */
export function activityText(report: TurnReport): string {
  return activityParts(report, Infinity).join(' · ')
}

export function activityLines(report: TurnReport, { style, width }: Screen): string[] {
  return wrapParts(activityParts(report, width - 2), width - 2).map(style.dim)
}

function ruleLine(report: TurnReport, { style, width }: Screen): string {
  const label = ` ${report.turn} `
  const free = width - widthOf(label) - 2
  const time = fitting(minute(report.startTime === null ? null : Date.parse(report.startTime)), free)
  const count = report.branches.length
  const forks = fitting(count === 0 ? '' : `‹${counted(count, 'branch', 'branches')}›`, free - widthOf(time))
  const room = width - widthOf(label) - widthOf(forks) - widthOf(time) - 1
  return `${style.dim('─')}${style.bold(label)}${style.dim('─'.repeat(Math.max(1, room)))}${style.yellow(forks)}${style.dim(time)}`
}

/** With a space before it, where there is room for it. */
function fitting(text: string, room: number): string {
  return text === '' || widthOf(text) + 1 > room ? '' : ` ${text}`
}

function* promptLines(
  { prompt }: TurnReport,
  { style, width }: Screen,
  { whole, isMarked }: { readonly whole: boolean; readonly isMarked?: boolean },
): Generator<string> {
  if (prompt === null) {
    for (const line of wrap('before the first prompt', width - 2)) yield style.dim(`  ${line}`)
    return
  }
  const sign = isMarked ? style.yellow('▶') : style.cyan(prompt.kind === 'bash' ? '!' : '›')
  const text = inert(prompt.text).trim()
  const lines = cut(wrap(text === '' ? `(${prompt.kind})` : text, width - 2), whole ? Infinity : MOST_PROMPT)
  for (const [i, line] of lines.entries())
    yield i === 0 ? `${sign} ${style.bold(line)}` : `  ${style.bold(line)}`.trimEnd()
  const about = [
    ...prompt.imageList.map(imageLabel),
    ...(prompt.queued ? ['typed while the turn before was running'] : []),
    ...(prompt.resumedAfterMs === null ? [] : [`after ${duration(prompt.resumedAfterMs)}`]),
  ]
  for (const line of wrapParts(about, width - 2)) yield `  ${style.dim(line)}`
}

function activityParts(report: TurnReport, room: number): string[] {
  if (report.steps === 0) return []
  const { durationMs, files } = report
  const parts = durationMs === null ? [] : [duration(durationMs)]
  parts.push(counted(report.steps, 'step'))
  if (report.tools.length > 0) parts.push(toolsPart(report.tools, room))
  if (files.length > 0) {
    const [added, removed] = [sum(files.map((file) => file.added)), sum(files.map((file) => file.removed))]
    parts.push(`${counted(files.length, 'file')} +${added} −${removed}`)
  }
  const used = tokensPart(report.tokens)
  if (used !== '') parts.push(used)
  return parts
}

/** The tools used most, as many as fit a line. */
function toolsPart(tools: TurnReport['tools'], room: number): string {
  const named = tools
    .slice(0, MOST_TOOLS)
    .map(({ name, calls }) => `${shorten(inertLine(name), 24)}${calls === 1 ? '' : ` ×${calls}`}`)
  for (let shown = named.length; ; shown--) {
    const rest = sum(tools.slice(shown).map(({ calls }) => calls))
    const text = [...named.slice(0, shown), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
    if (shown <= 1 || widthOf(text) <= room) return text
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
