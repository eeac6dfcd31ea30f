import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { EditError, openEditSession, type EditSession } from '@skein/edit'
import { restore, type FoundSession, type Store } from '@skein/store'
import { slugOf } from '@skein/transcript'
import { foundSession } from '../session/found-session.ts'
import { isPath } from '../session/is-path.ts'

/** The session that an edit starts from, and where its copies go unless told otherwise. */
export interface EditedSession {
  readonly session: EditSession
  /** Empty where it has none. */
  readonly title: string
  readonly root: string
  readonly folder: string
  close(): void
}

/** Opens the session that a command names. One that only the archive has is unpacked first, as for reading. */
export async function editedSession(store: Store, name: string): Promise<EditedSession> {
  if (name === '-')
    throw new EditError('option', 'an edit needs a transcript that is a file', {
      remedy: 'name a session, or the path of a transcript',
    })
  const finding = isPath(name) ? store.find(resolve(name)) : null
  if (finding !== null && finding.kind !== 'one') return fromPath(store, resolve(name))
  const found = finding?.kind === 'one' ? finding.session : foundSession(store, name, 'data')
  return found.place === 'disk' ? fromDisk(found) : fromArchive(store, found)
}

/** A transcript that lies anywhere: its copy goes to the project its rows tell of. */
function fromPath(store: Store, path: string): EditedSession {
  const session = openEditSession(path)
  const root = session.root ?? store.roots[0]
  const folder =
    session.root === null ? join(root, 'projects', slugOf(session.cwd || process.cwd())) : session.folder
  return { session, title: '', root, folder, close: () => session.close() }
}

function fromDisk({ path, root, title }: FoundSession): EditedSession {
  const session = openEditSession(path)
  return { session, title, root, folder: session.folder, close: () => session.close() }
}

async function fromArchive(store: Store, found: FoundSession): Promise<EditedSession> {
  const unpacked = mkdtempSync(join(tmpdir(), 'skein-archived-'))
  const remove = (): void => rmSync(unpacked, { recursive: true, force: true })
  try {
    await restore(store.home, found.id, { to: unpacked, root: found.root, project: found.project })
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
