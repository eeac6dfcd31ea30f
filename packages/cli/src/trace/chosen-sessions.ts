import { resolve } from 'node:path'
import type { HistorySession } from '@skein/trace'
import { slugOf } from '@skein/transcript'
import { SkeinError } from '../errors.ts'
import { foundSession } from '../session/found-session.ts'
import { isPath } from '../session/is-path.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'

interface Choice extends StoreFlags {
  readonly session?: string
  readonly project?: string
}

/** The sessions that a command line asks for, in the order of the history. */
export async function chosenSessions(
  history: readonly HistorySession[],
  choice: Choice,
): Promise<readonly HistorySession[]> {
  const { session, project } = choice
  if (session === undefined && project === undefined) return history
  if (project !== undefined && session === undefined) return ofProject(history, project, choice)
  const path = await pathOf(session ?? '', choice)
  const found = history.filter((one) => one.path === path)
  if (found.length > 0) return found
  throw new SkeinError('data', `not below the projects of a config folder: ${path}`, {
    remedy: '--root names the config folder that it is in',
  })
}

async function pathOf(name: string, flags: StoreFlags): Promise<string> {
  if (isPath(name)) return resolve(name)
  const { store } = await openStore(flags)
  try {
    return (await foundSession(store, name)).path
  } finally {
    store.close()
  }
}

/**
 * Those of a project: by the true path that the catalogue knows of each session; else by the name of the folder, which is
 * made of that path. A sub-agent whose session is gone goes by the folder, too.
 */
async function ofProject(
  history: readonly HistorySession[],
  project: string,
  flags: StoreFlags,
): Promise<readonly HistorySession[]> {
  const { store } = await openStore(flags)
  try {
    const slug = slugOf(project)
    const named = await store.list({ project })
    const unnamed = (await store.list({ project: slug })).sessions.filter(({ cwd }) => cwd === '')
    const paths = new Set([...named.sessions, ...unnamed].map(({ path }) => path))
    const isOfFolder = (folder: string): boolean => folder.toLowerCase().includes(slug.toLowerCase())
    return history.filter((one) => paths.has(one.path) || (one.isOrphan && isOfFolder(one.project)))
  } finally {
    store.close()
  }
}
