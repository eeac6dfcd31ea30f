import { archiveStatus } from '@skein/store'
import type { Health } from '../api/api.ts'
import type { ServerContext } from '../context.ts'

/** What is indexed and kept, and what is wrong with it. */
export async function healthOf({ store, home, version, refresher }: ServerContext): Promise<Health> {
  const { index, unreadable, readOnly } = await store.health()
  const { sessions, lastArchived } = archiveStatus(home)
  const told = unreadable
    .slice(0, MOST_TOLD)
    .map(({ path, message }) => `${path.split('/').at(-1)}: ${message}`)
  const rest = unreadable.length - told.length
  return {
    version,
    sessions: index.sessions,
    bytes: index.transcriptBytes,
    archivedSessions: sessions,
    lastArchived,
    indexing: refresher.running,
    diagnostics: [
      ...(readOnly === null ? [] : [readOnly]),
      ...told,
      ...(rest > 0 ? [`and ${rest} more`] : []),
    ],
  }
}

const MOST_TOLD = 20
