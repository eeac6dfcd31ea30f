import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { EditError, moveProject, type MovedSession, type MoveReport } from '@skein/edit'
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
    const renaming = { from: realOrResolved(from), to: existing(to) }
    if (renaming.from === renaming.to)
      throw new EditError('option', 'both are the same folder', {
        remedy: 'name the old path and the new one',
      })
    const reports = await moveInRoots()
    const report = joined(reports)
    if (flags.json) await writeJson(screen.out, { ...report, written: flags.dryRun !== true })
    else await screen.out.lines(moveLines(report, flags, screen))
    await screen.out.end()
    const conflicts = report.sessions.filter(({ state }) => state === 'conflict').length
    if (conflicts > 0)
      throw new EditError(
        'exists',
        `${counted(conflicts, 'session')} not moved: other files are in the way`,
        {
          remedy: 'look at them; nothing was overwritten',
        },
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

/** The old folder is usually gone. */
function realOrResolved(path: string): string {
  try {
    return realpathSync(resolve(path))
  } catch {
    return resolve(path)
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
    dry
      ? 'Nothing was written: this is what would happen.'
      : `The sessions are in ${inertLine(report.sessions[0].target)}.${flags.removeOld ? '' : ' The old ones are left; --remove-old takes them away.'}`,
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
}
