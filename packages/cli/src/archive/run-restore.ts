import { restore } from '@skein/store'
import { foundSession } from '../session/found-session.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { stoppable } from '../store/stoppable.ts'
import { counted } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type ScreenOptions } from '../terminal/screen.ts'

export interface RestoreFlags extends ScreenOptions, StoreFlags {
  readonly json?: true
  readonly to?: string
  readonly force?: true
  readonly version?: string
}

export async function runRestore(name: string, flags: RestoreFlags): Promise<void> {
  const screen = openScreen(flags)
  const { store } = await openStore(flags)
  try {
    const { id, root, project } = await foundSession(store, name, 'restore')
    const report = await stoppable((signal) =>
      restore(store.home, id, {
        signal,
        root,
        project,
        ...(flags.to === undefined ? {} : { to: flags.to }),
        ...(flags.force === undefined ? {} : { force: true }),
        ...(flags.version === undefined ? {} : { version: flags.version }),
      }),
    )
    if (flags.json) await writeJson(screen.out, { session: id, ...report })
    else
      await screen.out.lines([
        report.written.length === 0
          ? 'Everything was there already.'
          : `${counted(report.written.length, 'file')} written under ${inertLine(report.root)}:`,
        ...report.written.map((path) => `  ${inertLine(path)}`),
        ...report.kept.map((path) =>
          screen.style.dim(`  kept as it is, other sessions use it: ${inertLine(path)}`),
        ),
      ])
    await screen.out.end()
  } finally {
    store.close()
  }
}
