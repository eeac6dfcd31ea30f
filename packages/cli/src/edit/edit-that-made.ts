import { EditError, type Edit } from '@skein/edit'

/** The edit that made the session of a name: its id, or the beginning of it. */
export function editThatMade(edits: readonly Edit[], name: string): Edit {
  const named = edits.filter(({ to }) => to.session.startsWith(name))
  const [edit] = named
  if (named.length === 1 && edit !== undefined) return edit
  throw new EditError(
    'not-found',
    named.length === 0
      ? `no edit made a session ${name}`
      : `${named.length} edits made sessions that begin with ${name}`,
    {
      remedy: 'name the new session by its id; `skein lineage` tells it',
    },
  )
}
