import { shownValue } from '@skein/redact'
import { contextView, type ContextView } from '@skein/view'
import { lineOf, type OpenTranscript } from '../file/open-transcript.ts'
import { masked } from '../session/mask.ts'
import { openSession } from '../session/open-session.ts'
import type { StoreFlags } from '../store/open-store.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type ScreenOptions } from '../terminal/screen.ts'
import { contextLines } from './context-lines.ts'

export interface ContextFlags extends ScreenOptions, StoreFlags {
  readonly as?: string
  readonly window?: number
  readonly model?: string
  readonly json?: true
  readonly reveal?: true
}

export async function runContext(name: string, flags: ContextFlags): Promise<void> {
  const screen = openScreen(flags, { long: true })
  const opened = await openSession(name, flags)
  try {
    const view = contextView(masked(opened, flags), {
      ...(flags.as === undefined ? {} : { version: flags.as }),
      ...(flags.window === undefined ? {} : { window: flags.window }),
      ...(flags.model === undefined ? {} : { model: flags.model }),
      now: Date.now(),
    })
    // Models and tools are names of the columns, which are not read through the mask.
    const found = flags.reveal ? view : shownValue(view)
    if (flags.json) await writeJson(screen.out, contextJson(found, opened))
    else if (found.kind === 'no-context')
      await screen.out.line(`Nothing would be sent: ${inertLine(found.reason)}`)
    else await screen.out.lines(contextLines(found, screen))
    await screen.out.end()
  } finally {
    opened.close()
  }
}

/** People and programs name an entry by its line; rows are the kernel's own. */
function contextJson(found: ContextView, opened: OpenTranscript): object {
  if (found.kind === 'no-context') return found
  return {
    ...found,
    biggest: found.biggest.map(({ row, ...item }) => ({ ...item, line: lineOf(opened, row) })),
  }
}
