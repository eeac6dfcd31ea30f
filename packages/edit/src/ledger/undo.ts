import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { discover, liveSessions, type SkeinHome } from '@skein/store'
import { EditError } from '../errors.ts'
import { archiveFirst } from './archive-first.ts'
import type { Edit, Ledger } from './ledger.ts'
import { hasContent } from './written-file.ts'

/**
 * Takes an edit back: its session goes into the archive, then away. Refused where it is not what Skein wrote any
 * more (it was continued, or somebody changed it) or a running program has it.
 */
export async function undoEdit(home: SkeinHome, ledger: Ledger, edit: Edit): Promise<void> {
  assertUndoable(edit)
  const root = dirname(dirname(dirname(edit.to.path)))
  const { transcripts } = discover([root])
  await archiveFirst(
    home,
    transcripts.filter(({ session }) => session === edit.to.session),
    edit.files.map(({ path }) => path),
  )
  // Archiving takes its time; nothing may have been written meanwhile.
  assertUndoable(edit)
  // The transcript first: without it there is no session, and the rest is nobody's.
  for (const { path } of edit.files.toReversed()) rmSync(path, { force: true })
  removeEmpty(edit)
  ledger.markUndone(edit.id)
}

/** Throws where `undoEdit` would. */
export function assertUndoable(edit: Edit): void {
  const { path, session } = edit.to
  if (edit.state === 'undone')
    throw new EditError('nothing-to-do', `the edit that made ${session} was undone before`, {
      remedy: 'nothing is left to do',
    })
  if (!existsSync(path))
    throw new EditError('changed', `the session ${session} is gone`, {
      remedy: '`skein restore` gives archived sessions back',
    })
  const live = liveSessions([dirname(dirname(dirname(path)))]).find((other) => other.session === session)
  if (live !== undefined)
    throw new EditError('in-use', `Claude Code has the session open (process ${live.pid})`, {
      remedy: 'end it first',
    })
  if (!edit.files.every(hasContent) || hasMore(edit))
    throw new EditError('changed', `the session ${session} has changed since Skein wrote it`, {
      remedy: 'delete it yourself if you mean to; it is left as it is',
    })
}

/** A sub-agent or a result that came after. */
function hasMore({ to, files }: Edit): boolean {
  const own = to.path.replace(/\.jsonl$/, '')
  const known = new Set(files.map(({ path }) => path))
  return filesBelow(own).some((path) => !known.has(path))
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    // It has no folder of its own.
    return []
  }
}

/** The folders that the edit made, the deepest first. */
function removeEmpty({ to, files }: Edit): void {
  const folders = new Set<string>()
  for (const { path } of files)
    for (let folder = dirname(path); folder.includes(to.session); folder = dirname(folder))
      folders.add(folder)
  for (const folder of [...folders].toSorted((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder)
    } catch {
      // Not empty, or gone already.
    }
  }
}
