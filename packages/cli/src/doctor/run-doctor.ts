import { diagnose } from '@skein/view'
import { shownValue } from '@skein/redact'
import { shownFile } from '../file/shown-file.ts'
import { openSession } from '../session/open-session.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type ScreenOptions } from '../terminal/screen.ts'
import { doctorLines, sessionLines } from './doctor-lines.ts'
import { doctorReport } from './doctor-report.ts'

export interface DoctorFlags extends ScreenOptions, StoreFlags {
  readonly json?: true
  readonly all?: true
}

export async function runDoctor(name: string | undefined, options: DoctorFlags): Promise<void> {
  const screen = openScreen(options, { long: true })
  if (name !== undefined) {
    const opened = await openSession(name, options)
    try {
      const diagnosis = shownValue({
        path: shownFile(opened),
        ...diagnose(opened.transcript, opened.source),
      })
      if (options.json) await writeJson(screen.out, diagnosis)
      else await screen.out.lines(sessionLines(diagnosis, screen))
      return await screen.out.end()
    } finally {
      opened.close()
    }
  }
  const { store, report: refreshed } = await openStore(options)
  try {
    const report = await doctorReport(store, {
      harmless: options.all ?? false,
      passedOver: (refreshed?.diagnostics ?? [])
        .filter(({ code }) => code !== 'vanished')
        .map(({ path, message }) => ({
          id: null,
          path,
          reason: message,
        })),
    })
    if (options.json) await writeJson(screen.out, report)
    else await screen.out.lines(doctorLines(report, screen))
    await screen.out.end()
  } finally {
    store.close()
  }
}
