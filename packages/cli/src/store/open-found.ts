import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { restore, type FoundSession, type Store } from '@skein/store'
import { openTranscript, type OpenTranscript } from '../file/open-transcript.ts'
import { inertLine } from '../terminal/inert.ts'

/**
 * Opens a session of the catalogue. One that is only in the archive is unpacked into a folder of its
 * own first, with its sub-agents and sidecars, so that everything reads it like any other; closing
 * it removes the folder.
 */
export async function openFound(store: Store, session: FoundSession): Promise<OpenTranscript> {
  const known = knownOf(store, session)
  if (session.place === 'disk') return { ...openTranscript(session.path), ...known }
  const folder = mkdtempSync(join(tmpdir(), 'skein-archived-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    await restore(store.home, session.id, { to: folder, root: session.root, project: session.project })
    const opened = openTranscript(join(folder, relative(session.root, session.path)))
    const close = (): void => {
      opened.close()
      remove()
    }
    return { ...opened, original: session.path, ...known, close }
  } catch (error) {
    remove()
    throw error
  }
}

/** What is known of a session beside its transcript. */
export type Known = Pick<OpenTranscript, 'title' | 'relations'>

/** What the catalogue knows of a session and its transcript does not; prompts are the transcript's own. */
export function knownOf(store: Store, { id, path }: Pick<FoundSession, 'id' | 'path'>): Known {
  const listed = store.sessions({ ids: [id] }).find((session) => session.path === path)
  if (listed === undefined) return { relations: [] }
  const { title, relations } = listed
  const isGiven = title.from !== 'prompt' && title.from !== 'none'
  return { relations, ...(isGiven ? { title: inertLine(title.text) } : {}) }
}
