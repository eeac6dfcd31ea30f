import { join, resolve } from 'node:path'
import { EditError, openEdited, openEditSession, type EditedSession } from '@skein/edit'
import type { Store } from '@skein/store'
import { slugOf } from '@skein/transcript'
import { foundSession } from '../session/found-session.ts'
import { isPath } from '../session/is-path.ts'

/** Opens the session that a command names. One that only the archive has is unpacked first, as for reading. */
export async function editedSession(store: Store, name: string): Promise<EditedSession> {
  if (name === '-')
    throw new EditError('option', 'an edit needs a transcript that is a file', {
      remedy: 'name a session, or the path of a transcript',
    })
  const finding = isPath(name) ? store.find(resolve(name)) : null
  if (finding !== null && finding.kind !== 'one') return fromPath(store, resolve(name))
  const found = finding?.kind === 'one' ? finding.session : foundSession(store, name, 'edit')
  return openEdited(store.home, found)
}

/** A transcript that lies anywhere: its copy goes to the project its rows tell of. */
function fromPath(store: Store, path: string): EditedSession {
  const session = openEditSession(path)
  const root = session.root ?? store.roots[0]
  const folder =
    session.root === null ? join(root, 'projects', slugOf(session.cwd || process.cwd())) : session.folder
  return { session, title: '', root, folder, close: () => session.close() }
}
