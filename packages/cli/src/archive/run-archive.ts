import { archiveAll, discover, verifyArchive } from '@skein/store'
import { SkeinError } from '../errors.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { sayOf } from '../store/say.ts'
import { stoppable } from '../store/stoppable.ts'
import { bytes, counted, whole } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { Progress } from '../terminal/progress.ts'
import { openScreen, type ScreenOptions } from '../terminal/screen.ts'

export interface ArchiveFlags extends ScreenOptions, StoreFlags {
  readonly json?: true
  readonly verify?: true
}

export async function runArchive(flags: ArchiveFlags): Promise<void> {
  const screen = openScreen(flags)
  const { store } = await openStore({ ...flags, refresh: false }, { writes: flags.verify !== true })
  try {
    if (flags.verify) return await verify()
    const { transcripts, diagnostics } = discover(store.roots)
    const progress = new Progress(transcripts.length)
    const report = await stoppable((signal) =>
      archiveAll(store.home, transcripts, { signal, onProgress: ({ done }) => progress.at(done) }),
    ).finally(() => progress.end())
    for (const diagnostic of [...diagnostics, ...report.diagnostics]) sayOf(diagnostic)
    if (flags.json) await writeJson(screen.out, report)
    else
      await screen.out.line(
        report.filesStored === 0
          ? `${counted(report.sessions, 'session')}, nothing new.`
          : `${counted(report.sessions, 'session')}; ${counted(report.filesStored, 'file')} archived: ${bytes(report.bytesRead)} read, ${bytes(report.bytesStored)} kept.`,
      )
    await screen.out.end()
  } finally {
    store.close()
  }

  async function verify(): Promise<void> {
    const report = await stoppable((signal) => verifyArchive(store.home, { signal }))
    if (flags.json) await writeJson(screen.out, report)
    else if (report.problems.length === 0)
      await screen.out.line(
        `${counted(report.files, 'file')}, ${counted(report.objects, 'object')}: all as they were archived.`,
      )
    else
      await screen.out.lines([
        screen.style.red(`${whole(report.problems.length)} damaged:`),
        ...report.problems.map(({ path, message }) => `  ${inertLine(`${path}: ${message}`)}`),
      ])
    await screen.out.end()
    if (report.problems.length > 0)
      throw new SkeinError('data', 'the archive is damaged', {
        remedy: 'run `skein archive` while the originals are there',
      })
  }
}
