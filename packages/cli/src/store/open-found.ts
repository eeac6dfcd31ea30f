import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { restore, type FoundSession, type Store } from '@skein/store'
import { openTranscript, type OpenTranscript } from '../file/open-transcript.ts'

/**
 * Opens a session of the catalogue. One that is only in the archive is unpacked into a folder of its
 * own first, with its sub-agents and sidecars, so that everything reads it like any other; closing
 * it removes the folder.
 */
export async function openFound(store: Store, session: FoundSession): Promise<OpenTranscript> {
  const relations =
    store.sessions({ ids: [session.id] }).find(({ path }) => path === session.path)?.relations ?? []
  if (session.place === 'disk') return { ...openTranscript(session.path), relations }
  const folder = mkdtempSync(join(tmpdir(), 'skein-archived-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    await restore(store.home, session.id, { to: folder, root: session.root, project: session.project })
    const opened = openTranscript(join(folder, relative(session.root, session.path)))
    const close = (): void => {
      opened.close()
      remove()
    }
    return { ...opened, original: session.path, relations, close }
  } catch (error) {
    remove()
    throw error
  }
}
