import type { ToolStatus } from '@skein/transcript'
import type { Compaction, StepView, ToldSession, ToolStepView, UnknownStepView } from '@skein/view'
import { compactionText, imageLabel, oversizedNote, resultText } from '@skein/view'
import { diffLines } from '../terminal/diff-lines.ts'
import { bytes, counted, duration } from '../terminal/figures.ts'
import { inert, inertLine } from '../terminal/inert.ts'
import { markdownLines } from '../terminal/markdown.ts'
import type { Style } from '../terminal/style.ts'
import { widthOf } from '../terminal/width.ts'
import { shorten, wrap } from '../terminal/wrap.ts'
import { agentLines } from './agent-lines.ts'
import { inputLines } from './input-lines.ts'

export interface StepShape {
  readonly style: Style
  readonly width: number
  /** Open: results, thinking and changes whole; else folded to a line or a few. */
  readonly open: boolean
  /** Whole texts; else very long ones are cut. */
  readonly whole: boolean
  /** The sub-agent that a call started. */
  readonly agentOf: ToldSession['agentOf']
}

/** The lines of one step. */
export function stepLines(step: StepView, shape: StepShape): string[] {
  const { style, width, open } = shape
  switch (step.kind) {
    case 'text':
      if (step.apiError) return wrap(`✗ ${inert(step.text.text).trim()}`, width).map(style.red)
      return textLines(step.text.text, shape)
    case 'thinking':
      return open
        ? thinkingLines(step.text.text, shape)
        : [style.dim(folded('✻', 'thinking', step.text.text, width))]
    case 'note':
      if (step.note === 'interruption') return wrap('■ interrupted by the user', width).map(style.yellow)
      if (step.note === 'output') return outputLines(step.text.text, width).map(style.dim)
      return asideLines(step.note, step.text.text, shape)
    case 'compaction':
      return [style.dim(compactionLine(step, width))]
    case 'tool':
      return toolLines(step, shape)
    case 'unknown':
      return unknownLines(step, shape)
  }
}

const MOST_TEXT = 120
const MOST_DIFF = 12
const MOST_ERROR = 3

/** What a command printed. */
function outputLines(text: string, width: number): string[] {
  return text.trim() === '' ? [] : wrap(inert(text).trim(), width)
}

/** What nobody knows how to tell, as it stands. */
function unknownLines({ type, bytes: size, text }: UnknownStepView, shape: StepShape): string[] {
  const { style, width, open } = shape
  const told = text.text || oversizedNote(size)
  if (!open) return asideLines(type, told, shape)
  const lines = wrap(inert(told), width - 2).map((line) => `│ ${line}`)
  return [shorten(`(${inertLine(type)})`, width), ...lines].map(style.dim)
}

function asideLines(name: string, text: string, { style, width, open }: StepShape): string[] {
  if (!open) return [style.dim(folded('·', inertLine(name), text, width))]
  return [style.dim(shorten(`(${inertLine(name)})`, width)), ...quoted(text, width).map(style.dim)]
}

function textLines(text: string, { style, width, whole }: StepShape): string[] {
  // Enough for the lines that are shown; what follows is counted by size.
  const most = MOST_TEXT * width
  if (whole || text.length <= most) return markdownLines(text, style, width)
  const rest = new TextEncoder().encode(text.slice(most)).length
  return [...markdownLines(text.slice(0, most), style, width), style.dim(`… ${bytes(rest)} more`)]
}

function thinkingLines(text: string, { style, width }: StepShape): string[] {
  return wrap(inert(text).trim(), width - 2).map((line, i) =>
    style.dim(`${i === 0 ? '✻' : ' '} ${line}`.trimEnd()),
  )
}

/** A long text as one line: what it is, how it begins, how long it is. */
function folded(sign: string, name: string, text: string, width: number): string {
  const lines = inert(text.trim()).split('\n')
  const tail = lines.length > 1 ? ` (${counted(lines.length, 'line')})` : ''
  const head = `${sign} ${name}: `
  return `${head}${shorten(inertLine(lines[0] ?? ''), Math.max(8, width - widthOf(head) - tail.length))}${tail}`
}

function toolLines(step: ToolStepView, shape: StepShape): string[] {
  const { style, width, open } = shape
  const agent = shape.agentOf(step.id)
  const lines = [toolLine(step, style, width)]
  if (open) for (const line of inputLines(step, width - 2)) lines.push(`  ${style.dim(line)}`)
  if (agent !== null) for (const line of agentLines(agent.figures, width)) lines.push(style.blue(line))
  if (step.patch !== null) {
    const diff = diffLines(step.patch.hunks, style, width - 2)
    const shown = open ? diff : cut(diff, MOST_DIFF)
    for (const line of shown) lines.push(`  ${line}`)
  }
  const most = open ? (step.patch === null ? Infinity : 0) : step.status === 'error' ? MOST_ERROR : 0
  const paint = step.status === 'error' ? style.red : style.dim
  for (const line of most === 0 ? [] : quoted(resultText(step), width, most)) lines.push(paint(line))
  for (const image of step.images) lines.push(style.dim(`  ${imageLabel(image)}`))
  return lines
}

function toolLine(step: ToolStepView, style: Style, width: number): string {
  const name = shorten(inertLine(step.name), Math.min(30, width - 4))
  const tail = [
    ...(step.patch === null ? [] : [`+${step.patch.added} −${step.patch.removed}`]),
    ...(step.patch?.created ? ['new file'] : []),
    ...(step.status === 'ok' || step.status === 'error' ? [] : [STATUS_NAMES[step.status]]),
    ...(step.durationMs === null || step.durationMs < 1000 ? [] : [duration(step.durationMs)]),
  ]
    .filter((_, i, all) => widthOf(name) + all.slice(0, i + 1).join(', ').length + 12 <= width)
    .join(', ')
  const used = widthOf(name) + 3 + (tail === '' ? 0 : tail.length + 2)
  const room = width - used
  const shown = room < 4 ? '' : shorten(inertLine(step.asked), room)
  const sign = step.status === 'ok' ? style.green(SIGNS.ok) : style.red(SIGNS[step.status])
  return `${sign} ${style.bold(name)}${shown === '' ? '' : ` ${shown}`}${tail === '' ? '' : style.dim(`  ${tail}`)}`
}

const SIGNS: Readonly<Record<ToolStatus, string>> = {
  ok: '●',
  error: '✗',
  denied: '⊘',
  interrupted: '■',
  pending: '○',
  orphaned: '○',
}

const STATUS_NAMES: Readonly<Record<Exclude<ToolStatus, 'ok' | 'error'>, string>> = {
  denied: 'refused',
  interrupted: 'stopped',
  pending: 'running',
  orphaned: 'no answer',
}

/** A text behind a bar, each line cut to the width: results are tables and code, not prose. */
function quoted(text: string, width: number, most = Infinity): string[] {
  const all = inert(text)
    .split('\n')
    .map((line) => line.trimEnd())
  const lines = all.filter((line, i) => line !== '' || (i > 0 && all[i - 1] !== ''))
  if (lines.at(-1) === '') lines.pop()
  return cut(lines, most).map((line) => `│ ${shorten(line, width - 2)}`.trimEnd())
}

/** The first lines, and how many there were. */
export function cut(lines: readonly string[], most: number): string[] {
  // One line more is better shown than counted.
  if (lines.length <= most + 1) return [...lines]
  return [...lines.slice(0, most), `… ${lines.length - most} more lines`]
}

export function compactionLine(compaction: Compaction, width: number): string {
  const label = shorten(` ${compactionText(compaction)} `, width - 4)
  return `┄┄${label}${'┄'.repeat(Math.max(2, width - widthOf(label) - 2))}`
}
