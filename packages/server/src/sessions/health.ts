import { archiveStatus, StoreError } from '@skein/store'
import type { Health } from '../api/api.ts'
import type { ServerContext } from '../context.ts'

/** What is indexed and kept, and what is wrong with it. */
export function healthOf({ store, home, version, refresher }: ServerContext): Health {
  const files = store.db.prepare(FILES).get() ?? {}
  const { sessions, lastArchived } = archiveStatus(home)
  return {
    version,
    sessions: Number(files['sessions'] ?? 0),
    bytes: Number(files['bytes'] ?? 0),
    archivedSessions: sessions,
    lastArchived,
    indexing: refresher.running,
    diagnostics: [...(store.readOnly === null ? [] : [store.readOnly.message]), ...unreadable(store)],
  }
}

const FILES = 'SELECT count(*) FILTER (WHERE agent IS NULL) AS sessions, sum(size) AS bytes FROM file'

const MOST_TOLD = 20

function unreadable(store: ServerContext['store']): string[] {
  try {
    const found = store.unreadable()
    const told = found.slice(0, MOST_TOLD).map(({ path, message }) => `${path.split('/').at(-1)}: ${message}`)
    return found.length > told.length ? [...told, `and ${found.length - told.length} more`] : told
  } catch (error) {
    if (error instanceof StoreError) return [error.message]
    throw error
  }
}
