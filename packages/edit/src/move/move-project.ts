import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, rmdirSync, rmSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { discover, historyPrompts, liveSessions, type SkeinHome } from '@skein/store'
import { EditError } from '../errors.ts'
import { archiveFirst } from '../ledger/archive-first.ts'
import { syncFolder } from '../publish/publish.ts'
import { writeError } from '../publish/write-error.ts'
import { contentOf, copyFile, standing, type Rewriting } from './copy-file.ts'
import { configMentions, type ConfigMentions } from './config-mentions.ts'
import { findMoving, type MovingSession, type Renaming } from './find-moving.ts'
import { movedPath } from './moved-path.ts'

export interface MoveOptions {
  /** Rewrite `cwd`, and paths of results that are copied along. */
  readonly rewrite?: boolean
  readonly removeOld?: boolean
  readonly dryRun?: boolean
}

export interface MoveReport {
  readonly from: string
  readonly to: string
  readonly sessions: readonly MovedSession[]
  /** Prompts of the history that name the old folder; the history is left as it is. */
  readonly historyPrompts: number
  /** Where Claude Code's own configuration names the old folder; it is left as it is. */
  readonly config: readonly ConfigMentions[]
}

/**
 * `copied`; `same`: it was there before; `conflict`: another file is in the way, and nothing of the session was copied;
 * `in-use`: a running program has it; `stays`: both paths have the same folder under `projects/`, so it is where it belongs.
 */
export interface MovedSession {
  readonly session: string | null
  readonly folder: string
  readonly target: string
  readonly files: number
  readonly bytes: number
  readonly state: 'copied' | 'same' | 'conflict' | 'in-use' | 'stays'
  /** The old files are gone; the archive has them. */
  readonly removed: boolean
  /** What is in the way. */
  readonly conflicts: readonly string[]
}

/**
 * Copies all sessions of a renamed project to where its new path has them, with all their files, and reads every copy back.
 *
 * Contract: nothing is overwritten, and a second run goes on where the first one stopped. The old files stay unless told
 * otherwise, and then go only after the archive has them and every copy was compared again.
 */
export async function moveProject(
  home: SkeinHome,
  renaming: Renaming,
  options: MoveOptions = {},
): Promise<MoveReport> {
  try {
    return await moveSessions(home, renaming, options)
  } catch (error) {
    throw writeError(error, renaming.root)
  }
}

async function moveSessions(home: SkeinHome, renaming: Renaming, options: MoveOptions): Promise<MoveReport> {
  const moving = findMoving(renaming)
  if (moving.length === 0)
    throw new EditError('nothing-to-do', `no session was started in ${renaming.from}`, {
      remedy: 'name the old path of the project, as `skein ls` shows it',
    })
  const live = new Set(liveSessions([renaming.root]).map(({ session }) => session))
  const sessions: MovedSession[] = []
  for (const session of moving)
    sessions.push(await moveSession(session, home, { ...options, renaming, live }))
  const prompts = historyPrompts(renaming.root).filter(({ project }) => movedPath(project, renaming) !== null)
  return {
    from: renaming.from,
    to: renaming.to,
    sessions,
    historyPrompts: prompts.length,
    config: configMentions(renaming),
  }
}

interface Moving extends MoveOptions {
  readonly renaming: Renaming
  readonly live: ReadonlySet<string>
}

async function moveSession(session: MovingSession, home: SkeinHome, moving: Moving): Promise<MovedSession> {
  const { id, folder, target, files, bytes } = session
  const told = { session: id, folder, target, files: files.length, bytes, removed: false, conflicts: [] }
  // Not `same`: its only files are the old ones, which must never be removed.
  if (target === folder) return { ...told, state: 'stays' }
  if (id !== null && moving.live.has(id)) return { ...told, state: 'in-use' }
  const rewriting = rewritingOf(session, moving)
  const states = files.map((file) =>
    standing(join(target, file), () => contentOf(join(folder, file), rewriting)),
  )
  const conflicts = files.filter((_, i) => states[i] === 'different').map((file) => join(target, file))
  if (conflicts.length > 0) return { ...told, state: 'conflict', conflicts }
  const missing = files.filter((_, i) => states[i] === 'none')
  if (moving.dryRun !== true) copyAll(session, missing, rewriting)
  const state = missing.length === 0 ? 'same' : 'copied'
  if (moving.removeOld !== true || moving.dryRun === true) return { ...told, state }
  await removeOld(session, home, rewriting)
  return { ...told, state, removed: true }
}

function rewritingOf({ id, folder, target }: MovingSession, { renaming, rewrite }: Moving): Rewriting {
  if (rewrite !== true) return null
  const own = { from: folder, to: target }
  return {
    cwd: (path) => movedPath(path, renaming),
    results: id === null ? null : (path) => movedPath(path, own),
  }
}

/** Each file under a name that nobody takes for a session, read back, then named; the transcript last. */
function copyAll({ folder, target }: MovingSession, files: readonly string[], rewriting: Rewriting): void {
  const staging = join(target, `.skein-edit-${process.pid}-${randomBytes(6).toString('hex')}`)
  try {
    for (const [i, file] of files.entries()) {
      const staged = join(staging, String(i))
      copyFile(join(folder, file), staged, rewriting)
      const path = join(target, file)
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      // A link fails where a file is; a rename would replace it.
      linkSync(staged, path)
      unlinkSync(staged)
      syncFolder(dirname(path))
    }
  } catch (error) {
    throw writeError(error, target)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

async function removeOld(
  { id, folder, target, files }: MovingSession,
  home: SkeinHome,
  rewriting: Rewriting,
): Promise<void> {
  const root = dirname(dirname(folder))
  const { transcripts } = discover([root])
  await archiveFirst(
    home,
    transcripts.filter(
      ({ project, session }) =>
        project === basename(folder) && (id === null || session === id || session === ''),
    ),
    files.map((file) => join(folder, file)),
  )
  for (const file of files)
    if (standing(join(target, file), () => contentOf(join(folder, file), rewriting)) !== 'same')
      throw new EditError('changed', `${join(folder, file)} changed while it was moved`, {
        remedy: 'run it again; nothing was removed',
      })
  // The transcript stands last and goes first: what is left without it is no session.
  for (const file of files.toReversed()) rmSync(join(folder, file), { force: true })
  const folders = new Set(files.map((file) => dirname(join(folder, file))))
  for (const empty of [...folders, folder].toSorted((a, b) => b.length - a.length)) removeIfEmpty(empty)
}

function removeIfEmpty(folder: string): void {
  try {
    if (existsSync(folder)) rmdirSync(folder)
  } catch {
    // Something else is in it.
  }
}
