import { basename, join, sep } from 'node:path'
import type { EditSession } from '../source/edit-session.ts'

/** Where a new session goes. */
export interface Target {
  readonly sessionId: string
  /** The config root, for file history and tasks; null leaves those out. */
  readonly root: string | null
  /** The project's folder. */
  readonly folder: string
  /** Paths of rows that are rewritten: the project has moved. */
  readonly cwd: { readonly from: string; readonly to: string } | null
}

export function transcriptPath({ folder, sessionId }: Target): string {
  return join(folder, `${sessionId}.jsonl`)
}

/** Where a result's file that belongs to the session is in the new one; null for any other path. */
export function movedResult(session: EditSession, target: Target): ((path: string) => string | null) | null {
  const names = new Set(session.sidecars.filter(({ place }) => place === 'session').map(({ name }) => name))
  if (names.size === 0) return null
  const own = `/${session.id}/`
  return (path) => {
    const at = path.replaceAll('\\', '/').lastIndexOf(own)
    const name = at < 0 ? '' : path.replaceAll('\\', '/').slice(at + own.length)
    return names.has(name) ? join(target.folder, target.sessionId, ...name.split('/')) : null
  }
}

/** The name of a sidecar in the new session. */
export function sidecarName(name: string, session: EditSession, target: Target): string {
  return basename(name).startsWith(session.id) && !name.includes(sep)
    ? name.replaceAll(session.id, target.sessionId)
    : name
}
