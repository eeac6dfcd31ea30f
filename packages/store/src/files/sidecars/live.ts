import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord, readJson, stringOf } from './read-json.ts'
import { isRunning } from '../../running.ts'

/** A session that a running Claude Code has open, by its registry `sessions/<pid>.json`. */
export interface LiveSession {
  readonly session: string
  readonly pid: number
  readonly cwd: string
  readonly status: string
  readonly name: string
}

/**
 * Who is running now. Entries of processes that are gone are left out: kill -9 leaves them behind.
 * A pid that another program got since is taken for alive; nothing in the registry tells.
 */
export function liveSessions(
  roots: readonly string[],
  isAlive: (pid: number) => boolean = isRunning,
): LiveSession[] {
  return roots.flatMap((root) => registered(join(root, 'sessions'))).filter(({ pid }) => isAlive(pid))
}

function registered(folder: string): LiveSession[] {
  const found: LiveSession[] = []
  for (const name of namesIn(folder)) {
    const pid = /^(\d{1,10})\.json$/.exec(name)?.[1]
    if (pid === undefined) continue
    const entry = readJson(join(folder, name))
    if (!isRecord(entry) || stringOf(entry, 'sessionId') === '') continue
    found.push({
      session: stringOf(entry, 'sessionId'),
      pid: Number(pid),
      cwd: stringOf(entry, 'cwd'),
      status: stringOf(entry, 'status'),
      name: stringOf(entry, 'name'),
    })
  }
  return found
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // No folder, no registry: older versions have none.
    return []
  }
}
