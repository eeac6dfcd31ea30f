import { openSync, closeSync, readSync } from 'node:fs'
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
  if (project !== undefined && session === undefined) {
    return history.filter((one) => isOfProject(one, project))
  }
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
    return foundSession(store, name).path
  } finally {
    store.close()
  }
}

/** By the true path of its project, which its first rows say; else by the name of its folder, which is made of that. */
function isOfProject({ path, project }: HistorySession, part: string): boolean {
  const cwd = cwdIn(headOf(path))
  const [name, wanted] = cwd === null ? [project, slugOf(part)] : [cwd, part]
  return name.toLowerCase().includes(wanted.toLowerCase())
}

function cwdIn(head: string): string | null {
  for (const [, quoted] of head.matchAll(/"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/g)) {
    try {
      return String(JSON.parse(quoted))
    } catch {
      // A damaged row; the next one may say it.
    }
  }
  return null
}

/** 64 KiB: the first rows of some versions say no folder. */
function headOf(path: string): string {
  const head = Buffer.alloc(64 * 1024)
  try {
    const descriptor = openSync(path, 'r')
    try {
      return head.toString('utf8', 0, readSync(descriptor, head, 0, head.length, 0))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // In the archive only: the name of the folder tells enough.
    return ''
  }
}
