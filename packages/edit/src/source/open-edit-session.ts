import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { findAgentFiles, liveSessions } from '@skein/store'
import { EditError } from '../errors.ts'
import type { EditSession } from './edit-session.ts'
import { readSource, type OpenSource } from './read-source.ts'
import { sidecarsOf } from './sidecars.ts'

/**
 * Opens a session by the path of its transcript, with its sub-agents and sidecars. The caller closes it.
 * A path that is not below the `projects/` of a config root is a session without sidecars outside its own folder.
 */
export function openEditSession(path: string): EditSession {
  const file = resolve(path)
  const id = basename(file, '.jsonl')
  const folder = dirname(file)
  const root = rootOf(folder)
  const pid = root === null ? null : ownerOf(root, id)
  const open: OpenSource[] = []
  const close = (): void => open.forEach((source) => source.close())
  try {
    const live = pid !== null
    const main = readSource({ path: file, name: '', live })
    open.push(main)
    if (main.transcript.rowCount === 0)
      throw new EditError('nothing-to-do', `the file holds no conversation: ${file}`, {
        remedy: 'name a transcript that Claude Code wrote',
      })
    const agents = findAgentFiles(file).map((agent) => {
      const source = readSource({ path: agent.file, name: nameOf(agent.file, join(folder, id)), live })
      open.push(source)
      return source
    })
    const sidecars = sidecarsOf({ id, root, folder })
    return {
      id,
      root,
      folder,
      cwd: cwdOf(main),
      main,
      agents,
      sidecars,
      use: { pid, changed: main.changed },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

function rootOf(folder: string): string | null {
  const projects = dirname(folder)
  return basename(projects) === 'projects' ? dirname(projects) : null
}

function ownerOf(root: string, id: string): number | null {
  return liveSessions([root]).find(({ session }) => session === id)?.pid ?? null
}

/** Flat sub-agents of 2.0.x go where newer versions put theirs: two sessions cannot share the old place. */
function nameOf(file: string, own: string): string {
  const name = relative(own, file).split(sep).join('/')
  return name.startsWith('subagents/') ? name : `subagents/${basename(file)}`
}

function cwdOf({ transcript }: OpenSource): string {
  const { columns, ids } = transcript.scan
  for (let row = 0; row < columns.count; row++) if (columns.cwd[row] !== 0) return ids.text(columns.cwd[row])
  return ''
}
