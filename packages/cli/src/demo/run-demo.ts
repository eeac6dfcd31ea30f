import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { SessionAbout, ToldSession } from '@skein/view'
import { sessionReport } from '@skein/view'
import { fileError } from '../errors.ts'
import { isAgentFile } from '@skein/store'
import { openNamedTranscript } from '../file/open-transcript.ts'
import { DEMO_FOLDER } from '../package-folder.ts'
import { aboutOf, toldOf } from '../session/whole.ts'
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
  const opened = demoFiles().map(openNamedTranscript)
  try {
    const sessions = opened
      .map((session) => {
        const told = toldOf(session)
        return { told, about: aboutOf(session, told.session) }
      })
      .toSorted((a, b) => (b.about.lastTime ?? '').localeCompare(a.about.lastTime ?? '', 'en'))
    if (options.json) {
      const reports = sessions.map(({ told, about }) => sessionReport(told, about, {}))
      const listed = reports.map(({ turns: _turns, ...rest }) => rest)
      await writeJson(screen.out, { sessions: listed, shown: reports[0] })
    } else await writeDemo(sessions, screen)
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

interface DemoSession {
  readonly told: ToldSession
  readonly about: SessionAbout
}

async function writeDemo(sessions: readonly DemoSession[], screen: Screen): Promise<void> {
  const { out, style, width } = screen
  await out.line(style.bold('Demo sessions'))
  for (const { about: report } of sessions) {
    await out.line()
    await out.line(`  ${style.bold(shorten(report.title, width - 2))}`)
    await out.lines(wrapParts(listParts(report), width - 2).map((line) => style.dim(`  ${line}`)))
    // Not wrapped: a path is there to be copied.
    await out.line(style.dim(`  ${join('.', relative(process.cwd(), report.file))}`))
  }
  await out.line()
  if (sessions.length === 0) return
  await out.line(style.bold('The first one, as `skein show --brief` prints it'))
  await out.line()
  await writeSession(sessions[0], screen, { whole: false, open: false, brief: true })
}

function listParts(report: SessionAbout): string[] {
  const time = minute(report.lastTime === null ? null : Date.parse(report.lastTime))
  return [
    counted(report.turnCount, 'turn'),
    counted(report.entries, 'entry', 'entries'),
    bytes(report.bytes),
    ...(report.branches.length === 0 ? [] : [counted(report.branches.length, 'branch', 'branches')]),
    ...(time === '' ? [] : [time]),
  ]
}
