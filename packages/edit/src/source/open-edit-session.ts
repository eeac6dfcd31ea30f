import { basename, dirname, join, relative, sep } from 'node:path'
import { openSession, type OpenTranscript, type SessionAt, type SkeinHome } from '@skein/store'
import { EditError } from '../errors.ts'
import type { EditSession, SourceTranscript } from './edit-session.ts'
import { sidecarsOf, strangersOf } from './sidecars.ts'

/**
 * Opens a session for an edit, with its sub-agents and sidecars. The caller closes it. A transcript that is not below the
 * `projects/` of a config root is a session without sidecars outside its own folder.
 */
export async function openEditSession(home: SkeinHome, at: SessionAt): Promise<EditSession> {
  const open = await openSession(home, at, { live: 'owned' })
  try {
    const { id, path, place, main, owner } = open
    if (main.transcript.rowCount === 0)
      throw new EditError('nothing-to-do', `the file holds no conversation: ${path}`, {
        remedy: 'name a transcript that Claude Code wrote',
      })
    const folder = dirname(main.path)
    const files = { id, root: open.root, folder }
    return {
      id,
      root: place?.root ?? null,
      folder: dirname(path),
      cwd: cwdOf(main),
      main: { ...sourceOf(main, ''), path },
      agents: open.agents().map((agent) => sourceOf(agent, nameOf(agent.path, join(folder, id)))),
      sidecars: sidecarsOf(files),
      strangers: () => strangersOf(files),
      use: { pid: owner, changed: main.look.mtime },
      close: open.close,
    }
  } catch (error) {
    open.close()
    throw error
  }
}

/** A transcript that was read, under the name that a copy of it gets. */
export function sourceOf(
  { path, size, transcript, source, piece }: OpenTranscript,
  name: string,
): SourceTranscript {
  return { path, name, length: size, transcript, source, piece }
}

/** Flat sub-agents of 2.0.x go where newer versions put theirs: two sessions cannot share the old place. */
function nameOf(file: string, own: string): string {
  const name = relative(own, file).split(sep).join('/')
  return name.startsWith('subagents/') ? name : `subagents/${basename(file)}`
}

function cwdOf({ transcript }: OpenTranscript): string {
  const { columns, ids } = transcript.scan
  for (let row = 0; row < columns.count; row++) if (columns.cwd[row] !== 0) return ids.text(columns.cwd[row])
  return ''
}
