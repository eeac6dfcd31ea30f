import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { EditError, isWindowsPath, moveProject, type MovedSession, type MoveReport } from '@skein/edit'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { bytes, counted } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type Screen, type ScreenOptions } from '../terminal/screen.ts'

export interface MoveFlags extends ScreenOptions, StoreFlags {
  readonly json?: true
  readonly dryRun?: true
  readonly rewriteCwd?: true
  readonly removeOld?: true
}

export async function runMove(from: string, to: string, flags: MoveFlags): Promise<void> {
  const screen = openScreen(flags)
  const { store } = await openStore({ ...flags, refresh: false })
  try {
    const renaming = renamingOf(from, to)
    if (renaming.from === renaming.to)
      throw new EditError('option', 'both are the same folder', {
        remedy: 'name the old path and the new one',
      })
    const reports = await moveInRoots()
    const report = joined(reports)
    if (flags.json) await writeJson(screen.out, { ...report, written: flags.dryRun !== true })
    else await screen.out.lines(moveLines(report, flags, screen))
    await screen.out.end()
    const left = (state: MovedSession['state']): number =>
      report.sessions.filter((moved) => moved.state === state).length
    const conflicts = left('conflict')
    if (conflicts > 0)
      throw new EditError(
        'exists',
        `${counted(conflicts, 'session')} not moved: other files are in the way`,
        {
          remedy: 'look at them; nothing was overwritten',
        },
      )
    if (left('in-use') > 0)
      throw new EditError(
        'in-use',
        `${counted(left('in-use'), 'session')} not moved: Claude Code has them open`,
        { remedy: 'end it and run this again' },
      )

    async function moveInRoots(): Promise<MoveReport[]> {
      const found: MoveReport[] = []
      let none: unknown = null
      for (const root of store.roots)
        try {
          const { rewriteCwd: rewrite, removeOld, dryRun } = flags
          found.push(await moveProject(store.home, { root, ...renaming }, { rewrite, removeOld, dryRun }))
        } catch (error) {
          if (!(error instanceof EditError && error.code === 'nothing-to-do')) throw error
          none = error
        }
      if (found.length === 0) throw none
      return found
    }
  } finally {
    store.close()
  }
}

function renamingOf(from: string, to: string): { readonly from: string; readonly to: string } {
  // An empty name would be the folder one stands in.
  if (from === '' || to === '')
    throw new EditError('option', 'a folder is missing', { remedy: 'name the old path and the new one' })
  const now = existing(to)
  const real = realPath(from)
  // A link at the old place to the new one: rows name it by the old path.
  return { from: real === now ? resolve(from) : real, to: now }
}

/** The old folder is usually gone; those above it may be links. A path of another system is what it is. */
function realPath(path: string): string {
  if (process.platform !== 'win32' && isWindowsPath(path)) return path
  const whole = resolve(path)
  try {
    return realpathSync(whole)
  } catch {
    return whole === dirname(whole) ? whole : join(realPath(dirname(whole)), basename(whole))
  }
}

function existing(path: string): string {
  try {
    const real = realpathSync(resolve(path))
    if (statSync(real).isDirectory()) return real
  } catch {
    // Told below.
  }
  throw new EditError('option', `no such folder ${path}`, {
    remedy: 'name the folder where the project is now',
  })
}

function joined(reports: readonly MoveReport[]): MoveReport {
  return {
    ...reports[0],
    sessions: reports.flatMap(({ sessions }) => sessions),
    historyPrompts: reports.reduce((sum, { historyPrompts }) => sum + historyPrompts, 0),
    config: reports.flatMap(({ config }) => config),
  }
}

function moveLines(report: MoveReport, flags: MoveFlags, { style }: Screen): string[] {
  const dry = flags.dryRun === true
  return [
    ...report.sessions.map((moved) => sessionLine(moved, dry)),
    ...report.sessions.flatMap(({ conflicts }) =>
      conflicts.map((path) => style.yellow(`  ! in the way: ${inertLine(path)}`)),
    ),
    ...(report.historyPrompts > 0
      ? [
          style.dim(
            `The prompt history names the old folder ${report.historyPrompts} times; it is left as it is.`,
          ),
        ]
      : []),
    ...report.config.map(({ path, keys }) =>
      style.dim(
        `${inertLine(path)} names the old folder under ${inertLine(keys.join(', '))}; it is left as it is.`,
      ),
    ),
    ...(dry ? ['Nothing was written: this is what would happen.'] : placeLines(report, flags)),
  ]
}

/** Sessions of folders inside the project have folders of their own. */
function placeLines({ sessions }: MoveReport, flags: MoveFlags): string[] {
  const moved = sessions.filter(({ state }) => state === 'copied' || state === 'same')
  const targets = [...new Set(moved.map(({ target }) => target))]
  if (targets.length === 0) return []
  const [first] = targets
  return [
    ...(targets.length === 1
      ? [`The sessions are in ${inertLine(first)}.`]
      : ['The sessions are in', ...targets.map((target) => `  ${inertLine(target)}`)]),
    ...(flags.removeOld ? [] : ['The old ones are left; --remove-old takes them away.']),
  ]
}

function sessionLine({ session, files, bytes: size, state, removed }: MovedSession, dry: boolean): string {
  const name = session === null ? 'memory  ' : inertLine(session).slice(0, 8)
  return `${name}  ${counted(files, 'file')}, ${bytes(size)}: ${dry && state === 'copied' ? 'to be copied' : STATES[state]}${removed ? ', old ones removed' : ''}`
}

const STATES: Readonly<Record<MovedSession['state'], string>> = {
  copied: 'copied and compared',
  same: 'already there',
  conflict: 'not moved',
  'in-use': 'not moved, Claude Code has it open',
  stays: 'stays, the new path has the same folder',
}
