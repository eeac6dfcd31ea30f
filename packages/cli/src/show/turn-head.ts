import type { WholeTurn } from '@skein/view'
import { activityParts, imageLabel } from '@skein/view'
import { counted, duration, minute } from '../terminal/figures.ts'
import { inert } from '../terminal/inert.ts'
import type { Screen } from '../terminal/screen.ts'
import { widthOf } from '../terminal/width.ts'
import { wrap, wrapParts } from '../terminal/wrap.ts'
import { cut } from './step-lines.ts'

/** Longer prompts are pastes. */
const MOST_PROMPT = 12

/** What every way of showing a turn begins with: a rule with its number, and the prompt. */
export function* turnHead(
  turn: WholeTurn,
  screen: Screen,
  options: { readonly whole: boolean; readonly isMarked?: boolean },
): Generator<string> {
  yield ruleLine(turn, screen)
  yield* promptLines(turn, screen, options)
  yield ''
}

/** `20 s · 4 steps · Bash, Edit · 1 file +1 −1 · 440 tokens in, 20 out`; none where the model did nothing. */
export function activityLines(turn: WholeTurn, { style, width }: Screen): string[] {
  const parts = activityParts(turn, (text) => widthOf(text) <= width - 2)
  return wrapParts(parts, width - 2).map(style.dim)
}

function ruleLine({ head, branches }: WholeTurn, { style, width }: Screen): string {
  const label = ` ${head.index + 1} `
  const free = width - widthOf(label) - 2
  const time = fitting(minute(head.startTime), free)
  const count = branches.length
  const forks = fitting(count === 0 ? '' : `‹${counted(count, 'branch', 'branches')}›`, free - widthOf(time))
  const room = width - widthOf(label) - widthOf(forks) - widthOf(time) - 1
  return `${style.dim('─')}${style.bold(label)}${style.dim('─'.repeat(Math.max(1, room)))}${style.yellow(forks)}${style.dim(time)}`
}

/** With a space before it, where there is room for it. */
function fitting(text: string, room: number): string {
  return text === '' || widthOf(text) + 1 > room ? '' : ` ${text}`
}

function* promptLines(
  { head: { prompt } }: WholeTurn,
  { style, width }: Screen,
  { whole, isMarked }: { readonly whole: boolean; readonly isMarked?: boolean },
): Generator<string> {
  if (prompt === null) {
    for (const line of wrap('before the first prompt', width - 2)) yield style.dim(`  ${line}`)
    return
  }
  const sign = isMarked ? style.yellow('▶') : style.cyan(prompt.kind === 'bash' ? '!' : '›')
  const text = inert(prompt.text.text).trim()
  const lines = cut(wrap(text === '' ? `(${prompt.kind})` : text, width - 2), whole ? Infinity : MOST_PROMPT)
  for (const [i, line] of lines.entries())
    yield i === 0 ? `${sign} ${style.bold(line)}` : `  ${style.bold(line)}`.trimEnd()
  const about = [
    ...prompt.images.map(imageLabel),
    ...(prompt.queued ? ['typed while the turn before was running'] : []),
    ...(prompt.resumedAfterMs === null ? [] : [`after ${duration(prompt.resumedAfterMs)}`]),
  ]
  for (const line of wrapParts(about, width - 2)) yield `  ${style.dim(line)}`
}
