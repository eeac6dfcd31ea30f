import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { openNamedTranscript, type OpenTranscript } from '../file/open-transcript.ts'
import type { StoreFlags } from '../store/open-store.ts'
import { isPath } from './is-path.ts'

/** How a session is looked for. */
export type SessionOptions = StoreFlags

/**
 * Opens the session that a command names: a path, `-` for standard input, or what the index finds by it: an id, the
 * beginning of one, a title, a slug name, `@last`.
 *
 * Contract: every command that reads one session goes through here, so that all of them take the same names. What
 * cannot be opened is a `SkeinError`; the caller closes what it gets. The path of a file costs no refresh of the index, and one
 * that stands in no `projects` folder not even a look at it.
 */
export async function openSession(name: string, options: SessionOptions = {}): Promise<OpenTranscript> {
  // A path that leads to nothing can be that of a session that only the archive has, or a title with a slash in it.
  if (name === '-' || (isPath(name) && existsSync(name))) return atPath(name, options)
  const { openStore } = await import('../store/open-store.ts')
  const { foundSession } = await import('./found-session.ts')
  const { openFound } = await import('../store/open-found.ts')
  const { store } = await openStore(options)
  try {
    return await openFound(store, await foundSession(store, name))
  } finally {
    store.close()
  }
}

async function atPath(name: string, options: SessionOptions): Promise<OpenTranscript> {
  const opened = openNamedTranscript(name)
  const path = resolve(name)
  if (name === '-' || basename(dirname(dirname(path))) !== 'projects') return opened
  try {
    const { knownAt } = await import('../store/known-at.ts')
    return { ...opened, ...(await knownAt(path, options)) }
  } catch (error) {
    opened.close()
    throw error
  }
}
