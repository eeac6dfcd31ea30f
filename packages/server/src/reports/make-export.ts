import { hideOfSession, sessionAbout, sessionExport, toldSession, WholeSession } from '@skein/view'
import { agentFilesOf } from './joined-agents.ts'
import type { ReportDesk } from './report-desk.ts'
import type { ExportWork } from './work.ts'

/** Makes an export piece by piece, each when the one before it was written. */
export async function makeExport(
  { home, prices, sessions }: ReportDesk,
  { file, family, format, redact, title }: ExportWork,
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<void> {
  const agents = await agentFilesOf(home, family.agents)
  await sessions.use(file, async ({ model, source }) => {
    const { transcript } = model
    const hide = hideOfSession(transcript, file.path, { redact })
    const shown = (text: string): string => (hide === null ? text : hide(text))
    const session = new WholeSession({ transcript, source, hide }, prices)
    const about = sessionAbout(session, { file: shown(file.path), title: shown(title), bytes: model.size })
    const subject = { about, told: toldSession(session, agents, true), images: !redact }
    const encoder = new TextEncoder()
    let text = ''
    for (const piece of sessionExport(format, subject)) {
      text += piece
      if (text.length < PIECE_SIGNS) continue
      await write(encoder.encode(text))
      text = ''
    }
    await write(encoder.encode(text))
  })
}

const PIECE_SIGNS = 256 * 1024
