import { join, resolve } from 'node:path'
import { EditError, openEditSession, type EditSession } from '@skein/edit'
import type { Store } from '@skein/store'
import { slugOf } from '@skein/transcript'
import { foundSession } from '../session/found-session.ts'
import { isPath } from '../session/is-path.ts'

/** The session that an edit starts from, and where its copies go by default. */
export interface EditedSession {
  readonly session: EditSession
  /** Empty where it has none. */
  readonly title: string
  readonly root: string
  readonly folder: string
}

/** Opens the session that a command names. */
export async function editedSession(store: Store, name: string): Promise<EditedSession> {
  if (name === '-')
    throw new EditError('option', 'an edit needs a transcript that is a file', {
      remedy: 'name a session, or the path of a transcript',
    })
  const finding = isPath(name) ? await store.find(resolve(name)) : null
  if (finding !== null && finding.kind !== 'one') return fromPath(store, resolve(name))
  const found = finding?.kind === 'one' ? finding.session : await foundSession(store, name, 'edit')
  const { id, root, project, title } = found
  const session = await openEditSession(store.home, { root, project, session: id, agent: null })
  return { session, title, root, folder: session.folder }
}

/** A transcript that lies anywhere: its copy goes to the project its rows tell of. */
async function fromPath(store: Store, file: string): Promise<EditedSession> {
  const session = await openEditSession(store.home, { file })
  const root = session.root ?? store.roots[0]
  const folder =
    session.root === null ? join(root, 'projects', slugOf(session.cwd || process.cwd())) : session.folder
  return { session, title: '', root, folder }
}
