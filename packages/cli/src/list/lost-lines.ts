import type { HistoryPrompt } from '@skein/store'
import { shownLine } from '../session/shown-line.ts'
import { inertLine } from '../terminal/inert.ts'
import { minute } from '../terminal/figures.ts'
import type { Screen } from '../terminal/screen.ts'
import { shorten } from '../terminal/wrap.ts'

/** Prompts that are all that is left of their sessions, two lines each. */
export function lostLines(prompts: readonly HistoryPrompt[], { style, width }: Screen): string[] {
  return prompts.flatMap(({ text, time, project, session }) => [
    shorten(shownLine(text), width),
    style.dim(
      shorten([minute(time), session.slice(0, 8), project].filter(Boolean).map(inertLine).join(' · '), width),
    ),
  ])
}
