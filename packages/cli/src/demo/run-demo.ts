import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileError } from '../errors.ts'
import { isAgentFile, openTranscript } from '../file/open-transcript.ts'
import { DEMO_FOLDER } from '../package-folder.ts'
import type { SessionReport } from '../show/session-report.ts'
import { sessionReport } from '../show/session-report.ts'
import { writeSession } from '../show/write-session.ts'
import { bytes, counted, minute } from '../terminal/figures.ts'
import { writeJson } from '../terminal/json.ts'
import type { Screen, ScreenOptions } from '../terminal/screen.ts'
import { openScreen } from '../terminal/screen.ts'
import { shorten, wrapParts } from '../terminal/wrap.ts'

export interface DemoOptions extends ScreenOptions {
  readonly json?: true
}

export async function runDemo(options: DemoOptions): Promise<void> {
  const screen = openScreen(options, { long: true })
  const opened = demoFiles().map(openTranscript)
  try {
    const reports = opened
      .map((session) => sessionReport(session, { steps: 'none' }))
      .toSorted((a, b) => (b.lastTime ?? '').localeCompare(a.lastTime ?? '', 'en'))
    if (options.json) await writeJson(screen.out, { sessions: reports.map(listed), shown: reports[0] })
    else await writeDemo(reports, screen)
    await screen.out.end()
  } finally {
    for (const { close } of opened) close()
  }
}

function demoFiles(): string[] {
  try {
    return readdirSync(DEMO_FOLDER).flatMap((project) =>
      readdirSync(join(DEMO_FOLDER, project))
        .filter((name) => name.endsWith('.jsonl') && !isAgentFile(name))
        .map((name) => join(DEMO_FOLDER, project, name)),
    )
  } catch (error) {
    throw fileError(error, DEMO_FOLDER)
  }
}

/** What a list says of a session: everything but its turns. */
function listed({ turns: _turns, ...rest }: SessionReport): Omit<SessionReport, 'turns'> {
  return rest
}

async function writeDemo(reports: readonly SessionReport[], screen: Screen): Promise<void> {
  const { out, style, width } = screen
  await out.line(style.bold('Demo sessions'))
  for (const report of reports) {
    await out.line()
    await out.line(`  ${style.bold(shorten(report.title, width - 2))}`)
    await out.lines(wrapParts(listParts(report), width - 2).map((line) => style.dim(`  ${line}`)))
    // Not wrapped: a path is there to be copied.
    await out.line(style.dim(`  ${join('.', relative(process.cwd(), report.file))}`))
  }
  await out.line()
  if (reports.length === 0) return
  await out.line(style.bold('The first one, as `skein show --brief` prints it'))
  await out.line()
  await writeSession(reports[0], screen, { whole: false, open: false, brief: true })
}

function listParts(report: SessionReport): string[] {
  const time = minute(report.lastTime === null ? null : Date.parse(report.lastTime))
  return [
    counted(report.turnCount, 'turn'),
    counted(report.entries, 'entry', 'entries'),
    bytes(report.bytes),
    ...(report.branches.length === 0 ? [] : [counted(report.branches.length, 'branch', 'branches')]),
    ...(time === '' ? [] : [time]),
  ]
}
