import type { MaskOptions } from '../session/mask.ts'
import { masked } from '../session/mask.ts'
import { openSession } from '../session/open-session.ts'
import type { SessionOptions } from '../session/open-session.ts'
import { writeJson } from '../terminal/json.ts'
import type { ScreenOptions } from '../terminal/screen.ts'
import { openScreen } from '../terminal/screen.ts'
import { reportLines } from './report-lines.ts'
import { checkReport } from './report.ts'

export interface CheckOptions extends ScreenOptions, MaskOptions, SessionOptions {
  readonly as?: string
  readonly json?: true
}

export async function runCheck(name: string, options: CheckOptions): Promise<void> {
  const session = await openSession(name, options)
  try {
    const screen = openScreen(options, { long: true })
    const report = checkReport(masked(session, options), options.as)
    if (options.json) await writeJson(screen.out, report)
    else await screen.out.lines(reportLines(report, screen))
    await screen.out.end()
  } finally {
    session.close()
  }
}
