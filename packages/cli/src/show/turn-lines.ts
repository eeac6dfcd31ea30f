import type { TokenUsage } from '@skein/transcript'
import type { AgentReport } from '../session/agents.ts'
import { counted, duration, minute, tokens } from '../terminal/figures.ts'
import { inert, inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { widthOf } from '../terminal/width.ts'
import { shorten, wrap, wrapParts } from '../terminal/wrap.ts'
import { compactionLine, stepLines } from './step-lines.ts'
import type { ErrorReport, TurnReport } from './turn-report.ts'

export interface TurnLinesOptions {
  /** Whole texts; else long ones are cut. */
  readonly whole: boolean
}

/** A turn for people: the prompt, one line of activity, what went wrong, and the answer. */
export function* turnLines(report: TurnReport, screen: Screen, options: TurnLinesOptions): Generator<string> {
  const { style, width } = screen
  yield ruleLine(report, screen)
  yield* promptLines(report, screen, options)
  yield ''
  const activity = wrapParts(activityParts(report, width - 2), width - 2).map(style.dim)
  const notices = noticeLines(report, screen)
  yield* indented([...activity, ...notices])
  if (activity.length + notices.length > 0) yield ''
  if (report.allSteps !== undefined) {
    for (const step of report.allSteps) yield* indented(stepLines(step, screen))
  } else {
    const text = report.final ?? report.output
    if (text !== null && text.trim() !== '') {
      const lines = cut(wrap(inert(text).trim(), width - 2), options.whole ? Infinity : MOST_FINAL)
      yield* indented(report.final === null ? lines.map(style.dim) : lines)
      yield ''
    }
    for (const compaction of report.compactions) {
      yield style.dim(compactionLine(compaction, width))
      yield ''
    }
  }
}

/** Longer texts are pastes and reports; `--turn` shows them whole. */
const MOST_PROMPT = 12
const MOST_FINAL = 24
const MOST_ERRORS = 3
const MOST_TOOLS = 5

function ruleLine(report: TurnReport, { style, width }: Screen): string {
  const label = ` ${report.turn} `
  const branches =
    report.branches.length === 0 ? '' : `‹${counted(report.branches.length, 'branch', 'branches')}› `
  const time = minute(report.startTime === null ? null : Date.parse(report.startTime))
  const tail = branches === '' && time === '' ? '' : ` ${branches}${time}`
  const room = width - widthOf(label) - widthOf(tail) - 1
  return `${style.dim('─')}${style.bold(label)}${style.dim('─'.repeat(Math.max(1, room)))}${style.yellow(branches === '' ? '' : ` ${branches.trimEnd()}`)}${style.dim(time === '' ? '' : ` ${time}`)}`
}

function* promptLines(
  { prompt }: TurnReport,
  { style, width }: Screen,
  options: TurnLinesOptions,
): Generator<string> {
  if (prompt === null) {
    yield style.dim('  before the first prompt')
    return
  }
  const sign = prompt.kind === 'bash' ? '!' : '›'
  const text = inert(prompt.text).trim()
  const lines = cut(
    wrap(text === '' ? `(${prompt.kind})` : text, width - 2),
    options.whole ? Infinity : MOST_PROMPT,
  )
  for (const [i, line] of lines.entries())
    yield i === 0 ? `${style.cyan(sign)} ${style.bold(line)}` : `  ${style.bold(line)}`.trimEnd()
  const about = [
    ...(prompt.images > 0 ? [counted(prompt.images, 'image')] : []),
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

export function tokensPart(usage: TokenUsage): string {
  const read = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
  return read + usage.output === 0 ? '' : `${tokens(read)} tokens in, ${tokens(usage.output)} out`
}

function noticeLines(report: TurnReport, { style, width }: Screen): string[] {
  const errors = report.errors
    .slice(0, MOST_ERRORS)
    .map((error) => style.red(shorten(errorText(error, width), width - 2)))
  const rest = report.errors.length - MOST_ERRORS
  return [
    ...errors,
    ...(rest > 0 ? [style.red(`  and ${counted(rest, 'error')} more`)] : []),
    ...(report.interrupted ? [style.yellow('■ interrupted by the user')] : []),
    ...report.agents.flatMap((agent) => agentLines(agent, width - 2).map(style.blue)),
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

export function agentLines(agent: AgentReport, width: number, indent = ''): string[] {
  const name = [agent.type, agent.description]
    .map((text) => inertLine(text ?? ''))
    .filter((text) => text !== '')
  const parts = [
    name.join(': ') || `agent ${inertLine(agent.agentId ?? '')}`.trim(),
    counted(agent.steps, 'step'),
    ...(agent.durationMs === null ? [] : [duration(agent.durationMs)]),
    tokensPart(agent.tokens),
  ]
  const lines = wrapParts(
    parts.filter((part) => part !== ''),
    Math.max(10, width - indent.length - 2),
  )
  return [
    ...lines.map((line, i) => `${indent}${i === 0 ? '◆' : ' '} ${line}`),
    ...agent.agents.flatMap((child) => agentLines(child, width, `${indent}  `)),
  ]
}

/** The first lines, and how many there were. */
export function cut(lines: readonly string[], most: number): string[] {
  // One line more is better shown than counted.
  if (lines.length <= most + 1) return [...lines]
  return [...lines.slice(0, most), `… ${lines.length - most} more lines`]
}

function* indented(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield line === '' ? '' : `  ${line}`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
