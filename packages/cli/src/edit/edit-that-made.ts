import { EditError, type Edit } from '@skein/edit'
import type { Store } from '@skein/store'
import { foundSession } from '../session/found-session.ts'

/**
 * The edit that made the session of a name: the ledger knows ids and beginnings of them, also of sessions that are gone;
 * the store every other name that a session has.
 */
export async function editThatMade(edits: readonly Edit[], name: string, store: Store): Promise<Edit> {
  const named = ID_START.test(name) ? edits.filter(({ to }) => to.session.startsWith(name)) : []
  const [edit] = named
  if (named.length > 1)
    throw new EditError('not-found', `${named.length} edits made sessions that begin with ${name}`, {
      remedy: 'name one by more of its id',
    })
  if (edit !== undefined) return edit
  const { id } = await foundSession(store, name, 'edit')
  const made = edits.find(({ to }) => to.session === id)
  if (made !== undefined) return made
  throw new EditError('not-found', `no edit made the session ${id}`, {
    remedy: 'name a session that an edit made; `skein lineage` tells them',
  })
}

/** As much of an id as names a session. */
const ID_START = /^[0-9a-f][0-9a-f-]{3,}$/
