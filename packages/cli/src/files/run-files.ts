import { SkeinError } from '../errors.ts'
import type { MaskOptions } from '../session/mask.ts'
import { masked } from '../session/mask.ts'
import { openSession } from '../session/open-session.ts'
import type { SessionOptions } from '../session/open-session.ts'
import { aboutOf, wholeSession } from '../session/whole.ts'
import { headLines } from '../show/write-session.ts'
import { writeJson } from '../terminal/json.ts'
import type { ScreenOptions } from '../terminal/screen.ts'
import { openScreen } from '../terminal/screen.ts'
import { filesLines } from './files-lines.ts'
import { sidecarsFor, writeSidecars } from './run-sidecars.ts'
import { changedFiles } from './changed-files.ts'
import { sidecarHint } from './sidecar-lines.ts'

export interface FilesOptions extends ScreenOptions, MaskOptions, SessionOptions {
  readonly diff?: true
  readonly sidecars?: true
  readonly json?: true
}

export async function runFiles(name: string, path: string | undefined, options: FilesOptions): Promise<void> {
  const session = await openSession(name, options)
  try {
    if (options.sidecars) return await writeSidecars(session, path, options)
    const opened = masked(session, options)
    const report = changedFiles(opened, path ?? null)
    if (path !== undefined && report.files.length === 0)
      throw new SkeinError('usage', `no change of ${path} in ${name}`, {
        remedy: '`skein files` without a path lists what it changed',
      })
    const screen = openScreen(options, { long: true })
    const { branches: _branches, ...head } = aboutOf(opened, wholeSession(opened))
    if (options.json) {
      const files = report.files.map(({ hunks, ...file }) => (options.diff ? { ...file, hunks } : file))
      await writeJson(screen.out, { ...head, ...report, files })
    } else {
      await screen.out.lines(headLines({ ...head, branches: [] }, screen))
      await screen.out.line()
      // A file that was asked for by name is there to be looked at.
      const wantsDiff = options.diff === true || path !== undefined
      for (const line of filesLines(report, screen, wantsDiff)) await screen.out.line(line)
      if (path === undefined) await screen.out.lines(sidecarHint(await sidecarsFor(session, options), screen))
    }
    await screen.out.end()
  } finally {
    session.close()
  }
}
