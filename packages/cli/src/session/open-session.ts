import { openTranscript, type OpenTranscript } from '../file/open-transcript.ts'
import type { StoreFlags } from '../store/open-store.ts'
import { isPath } from './is-path.ts'

/** How a session is looked for. */
export type SessionOptions = StoreFlags

/**
 * Opens the session that a command names: a path, `-` for standard input, or what the index finds by it: an id, the
 * beginning of one, a title, a slug name, `@last`.
 *
 * Contract: every command that reads one session goes through here, so that all of them take the same names. What
 * cannot be opened is a `SkeinError`; the caller closes what it gets. A path costs no look at the index.
 */
export async function openSession(name: string, options: SessionOptions = {}): Promise<OpenTranscript> {
  if (isPath(name)) return openTranscript(name)
  const { openStore } = await import('../store/open-store.ts')
  const { foundSession } = await import('./found-session.ts')
  const { openFound } = await import('../store/open-found.ts')
  const { store } = await openStore(options)
  try {
    return await openFound(store, foundSession(store, name))
  } finally {
    store.close()
  }
}
