import { randomUUID } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Target } from '@skein/edit'
import type { EditedSession } from './edited-session.ts'
import { slugOf } from '@skein/transcript'
import { SkeinError } from '../errors.ts'

/** Where a copy goes: beside the original, or into another project. */
export function editTarget({ session, root, folder }: EditedSession, toProject: string | undefined): Target {
  const sessionId = randomUUID()
  if (toProject === undefined) return { sessionId, root, folder, cwd: null }
  const project = existingFolder(toProject)
  return {
    sessionId,
    root,
    folder: join(root, 'projects', slugOf(project)),
    cwd: session.cwd === '' || session.cwd === project ? null : { from: session.cwd, to: project },
  }
}

function existingFolder(path: string): string {
  try {
    const real = realpathSync(resolve(path))
    if (statSync(real).isDirectory()) return real
  } catch {
    // Told below.
  }
  throw new SkeinError('data', `no such folder ${path}`, { remedy: 'name the folder of a project' })
}
