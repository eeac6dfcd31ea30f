import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { restore, type FoundSession, type SkeinHome } from '@skein/store'
import type { EditSession } from './edit-session.ts'
import { openEditSession } from './open-edit-session.ts'

/** The session that an edit starts from, and where its copies go unless told otherwise. */
export interface EditedSession {
  readonly session: EditSession
  /** Empty where it has none. */
  readonly title: string
  readonly root: string
  readonly folder: string
  close(): void
}

type Catalogued = Pick<FoundSession, 'id' | 'path' | 'root' | 'project' | 'place' | 'title'>

/** Opens a session of the catalogue. One that only the archive has is unpacked first, as for reading. */
export async function openEdited(home: SkeinHome, found: Catalogued): Promise<EditedSession> {
  return found.place === 'disk' ? fromDisk(found) : fromArchive(home, found)
}

function fromDisk({ path, root, title }: Catalogued): EditedSession {
  const session = openEditSession(path)
  return { session, title, root, folder: session.folder, close: () => session.close() }
}

async function fromArchive(home: SkeinHome, found: Catalogued): Promise<EditedSession> {
  const unpacked = mkdtempSync(join(tmpdir(), 'skein-archived-'))
  const remove = (): void => rmSync(unpacked, { recursive: true, force: true })
  try {
    await restore(home, found.id, { to: unpacked, root: found.root, project: found.project })
    const session = openEditSession(join(unpacked, relative(found.root, found.path)))
    const close = (): void => {
      session.close()
      remove()
    }
    return { session, title: found.title, root: found.root, folder: dirname(found.path), close }
  } catch (error) {
    remove()
    throw error
  }
}
