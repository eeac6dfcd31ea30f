import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restore } from '../archive/restore.ts'
import type { SkeinHome } from '../../home.ts'
import type { SessionPlace } from './session-place.ts'

/** A session out of the archive, in a config root of its own that is not kept. */
export interface Unpacked {
  readonly root: string
  remove(): void
}

/** Unpacks a session with its sub-agents and sidecars, so that everything reads it like any other. */
export async function unpackSession(
  home: SkeinHome,
  { root, project, session }: Pick<SessionPlace, 'root' | 'project' | 'session'>,
): Promise<Unpacked> {
  const folder = mkdtempSync(join(tmpdir(), 'skein-archived-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    await restore(home, session, { to: folder, root, project })
    return { root: folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}
