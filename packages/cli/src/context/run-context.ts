import { contextView } from '@skein/view'
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
}

export async function runContext(name: string, flags: ContextFlags): Promise<void> {
  const screen = openScreen(flags)
  const opened = await openSession(name, flags)
  try {
    const found = contextView(opened, {
      ...(flags.as === undefined ? {} : { version: flags.as }),
      ...(flags.window === undefined ? {} : { window: flags.window }),
      ...(flags.model === undefined ? {} : { model: flags.model }),
      now: Date.now(),
    })
    if (flags.json) await writeJson(screen.out, found)
    else if (found.kind === 'no-context')
      await screen.out.line(`Nothing would be sent: ${inertLine(found.reason)}`)
    else await screen.out.lines(contextLines(found, screen))
    await screen.out.end()
  } finally {
    opened.close()
  }
}
