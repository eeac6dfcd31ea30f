import type { ToolStatus } from '@skein/transcript'
import { duration, tokens } from '../terminal/figures.ts'
import { inert, inertLine } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import type { Style } from '../terminal/style.ts'
import { shorten, wrap } from '../terminal/wrap.ts'
import type { CompactionReport, Step } from './steps.ts'

/** One step of `--full`. Lines are to be indented by two columns. */
export function stepLines(step: Step, { style, width }: Screen): string[] {
  const room = width - 2
  switch (step.kind) {
    case 'text':
      return step.text.trim() === '' ? [] : [...wrap(inert(step.text).trim(), room), '']
    case 'thinking':
      return [...quoted(step.text, room, MOST_THINKING).map(style.dim), '']
    case 'note':
      return [
        style.dim(`(${inertLine(step.note)})`),
        ...quoted(step.text, room, MOST_RESULT).map(style.dim),
        '',
      ]
    case 'compaction':
      return [style.dim(compactionLine(step, room)), '']
    case 'tool':
      return [
        toolLine(step, style, room),
        ...quoted(step.result ?? '', room, MOST_RESULT).map(step.status === 'error' ? style.red : style.dim),
        '',
      ]
  }
}

const MOST_THINKING = 4
const MOST_RESULT = 6

function toolLine(step: Extract<Step, { kind: 'tool' }>, style: Style, room: number): string {
  const name = shorten(inertLine(step.name), 30)
  const tail = [
    ...(step.status === 'ok' || step.status === 'error' ? [] : [step.status]),
    ...(step.durationMs === null || step.durationMs < 1000 ? [] : [duration(step.durationMs)]),
  ].join(', ')
  const used = name.length + 3 + (tail === '' ? 0 : tail.length + 2)
  const shown = shorten(step.asked, Math.max(8, room - used))
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

/** The first lines of a text behind a bar, each cut to the width: results are tables and code, not prose. */
function quoted(text: string, width: number, most: number): string[] {
  const all = inert(text)
    .split('\n')
    .map((line) => line.trimEnd())
  const lines = all.filter((line, i) => line !== '' || (i > 0 && all[i - 1] !== ''))
  if (lines.at(-1) === '') lines.pop()
  const shown = lines.slice(0, most).map((line) => `│ ${shorten(line, width - 2)}`.trimEnd())
  return lines.length > most ? [...shown, `│ … ${lines.length - most} more lines`] : shown
}

export function compactionLine({ trigger, preTokens, postTokens }: CompactionReport, width: number): string {
  const sizes =
    preTokens === null
      ? ''
      : postTokens === null
        ? `, ${tokens(preTokens)} tokens before`
        : `, ${tokens(preTokens)} → ${tokens(postTokens)} tokens`
  const label = shorten(` compacted${trigger === null ? '' : ` (${inertLine(trigger)})`}${sizes} `, width - 4)
  return `┄┄${label}${'┄'.repeat(Math.max(2, width - label.length - 2))}`
}
