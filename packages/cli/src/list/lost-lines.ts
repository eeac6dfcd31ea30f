import type { HistoryPrompt } from '@skein/store'
import { inertLine } from '../terminal/inert.ts'
import { minute } from '../terminal/figures.ts'
import type { Screen } from '../terminal/screen.ts'
import { shorten } from '../terminal/wrap.ts'

/** Prompts that are all that is left of their sessions, two lines each. */
export function lostLines(prompts: readonly HistoryPrompt[], { style, width }: Screen): string[] {
  return prompts.flatMap(({ text, time, project, session }) => [
    shorten(inertLine(text), width),
    style.dim(
      shorten(
        [minute(time), inertLine(session).slice(0, 8), inertLine(project)].filter(Boolean).join(' · '),
        width,
      ),
    ),
  ])
}
