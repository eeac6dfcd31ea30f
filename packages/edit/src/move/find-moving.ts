import { readdirSync, statSync, type Dirent } from 'node:fs'
import { basename, dirname, join, relative, sep, win32 } from 'node:path'
import { findAgentFiles, openFile } from '@skein/store'
import { slugMatches, slugOf } from '@skein/transcript'
import { isWindowsPath, movedPath } from './moved-path.ts'

/** Where a project was, and where it is now. */
export interface Renaming {
  readonly root: string
  readonly from: string
  readonly to: string
}

/** A session of the renamed project, or what its project keeps for all its sessions. */
export interface MovingSession {
  /** Null for the files of the project itself: its memory. */
  readonly id: string | null
  /** The folder under `projects/` it is in, and the one it belongs into. */
  readonly folder: string
  readonly target: string
  /** Paths relative to the folder; the transcript last. */
  readonly files: readonly string[]
  readonly bytes: number
}

/**
 * What belongs to a project that was renamed: the sessions that were started in its folder or below it, by the `cwd` of
 * their rows. The name of a folder under `projects/` is no proof: `a-b` and `a_b` share one.
 */
export function findMoving({ root, from, to }: Renaming): MovingSession[] {
  const projects = join(root, 'projects')
  const start = slugOf(from).slice(0, 200).toLowerCase()
  const found: MovingSession[] = []
  for (const entry of entriesOf(projects)) {
    if (!entry.isDirectory() || !entry.name.toLowerCase().startsWith(start)) continue
    found.push(...sessionsIn(join(projects, entry.name), { root, from, to }))
  }
  return found
}

function sessionsIn(folder: string, renaming: Renaming): MovingSession[] {
  const found: MovingSession[] = []
  const names = entriesOf(folder).filter((entry) => entry.isFile() && isSession(entry.name))
  const targets = new Set<string>()
  for (const { name } of names) {
    const target = targetOf(folder, join(folder, name), renaming)
    if (target === null) continue
    targets.add(target)
    const id = basename(name, '.jsonl')
    const agents = findAgentFiles(join(folder, name)).map(({ file }) => file)
    const own = filesBelow(join(folder, id))
    const files = [...new Set([...own, ...agents, ...agents.map(metaOf).filter(isFile)])]
    found.push(sessionOf({ id, folder, target }, [...files, join(folder, name)]))
  }
  const memory = filesBelow(join(folder, 'memory'))
  const [target] = targets
  if (memory.length === 0 || targets.size !== 1 || target === undefined) return found
  // First: what archives a project's memory goes by its sessions, and those may be removed.
  return [sessionOf({ id: null, folder, target }, memory), ...found]
}

function sessionOf(
  place: Pick<MovingSession, 'id' | 'folder' | 'target'>,
  paths: readonly string[],
): MovingSession {
  const files = paths.map((path) => relative(place.folder, path).split(sep).join('/'))
  return { ...place, files, bytes: paths.reduce((sum, path) => sum + statSync(path).size, 0) }
}

/** The folder a session belongs into; null for one of another project. */
function targetOf(folder: string, file: string, { root, from, to }: Renaming): string | null {
  const cwd = firstCwd(file)
  const slug = basename(folder)
  if (cwd === null) return slug === slugOf(from) ? join(root, 'projects', slugOf(to)) : null
  // Where the new path is inside the old one, what is there already was moved before.
  if (movedPath(to, { from, to }) !== null && movedPath(cwd, { from: to, to }) !== null) return null
  const windows = isWindowsPath(from)
  const above = (path: string): string => (windows ? win32.dirname(path) : dirname(path))
  const isOf = (start: string): boolean =>
    windows ? slugMatches(slug.toLowerCase(), start.toLowerCase()) : slugMatches(slug, start)
  // It was started in this folder or, before a `cd`, in one above.
  for (let start = cwd; ; start = above(start)) {
    const moved = movedPath(start, { from, to })
    if (moved === null || start === above(start)) return null
    if (isOf(start)) return join(root, 'projects', slugOf(moved))
  }
}

function isSession(name: string): boolean {
  return name.endsWith('.jsonl') && !name.startsWith('agent-')
}

function metaOf(agent: string): string {
  return agent.replace(/\.jsonl$/, '.meta.json')
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function filesBelow(folder: string): string[] {
  return entriesOf(folder)
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return filesBelow(path)
      return entry.isFile() ? [path] : []
    })
    .toSorted()
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Gone, or none of ours to read: then it cannot be moved either.
    return []
  }
}

/** Enough for the first rows; a prompt comes behind the `cwd` of its row. */
const HEAD = 256 * 1024

/** The working directory of the first row that has one. */
function firstCwd(file: string): string | null {
  const open = openFile(file)
  try {
    const head = Buffer.alloc(HEAD)
    const text = head.toString('utf8', 0, open.readInto(head, 0))
    // Behind a backslash it is text that quotes a row.
    const token = /(?<!\\)"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
    const cwd: unknown = token === undefined ? null : JSON.parse(token)
    return typeof cwd === 'string' ? cwd : null
  } catch (error) {
    // A damaged row tells nothing; a file that cannot be read is told.
    if (error instanceof SyntaxError) return null
    throw error
  } finally {
    open.close()
  }
}
