import { assertUndoable, EditError, Ledger, undoEdit, type Edit } from '@skein/edit'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { minute } from '../terminal/figures.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type ScreenOptions } from '../terminal/screen.ts'
import { editThatMade } from './edit-that-made.ts'

export interface UndoFlags extends ScreenOptions, StoreFlags {
  readonly json?: true
}

/** Takes the last edit back, or the one that made a session. */
export async function runUndo(name: string | undefined, flags: UndoFlags): Promise<void> {
  const screen = openScreen(flags)
  const { store } = await openStore(name === undefined ? { ...flags, refresh: false } : flags)
  const ledger = Ledger.open(store.home)
  try {
    const edits =
      name === undefined ? lastEdit(ledger.edits()) : [await editThatMade(ledger.edits(), name, store)]
    for (const edit of edits) assertUndoable(edit)
    for (const edit of edits) await undoEdit(store.home, ledger, edit)
    if (flags.json)
      await writeJson(screen.out, edits.length === 1 ? undoneJson(edits[0]) : edits.map(undoneJson))
    else await screen.out.lines(edits.flatMap(undoneLines))
    await screen.out.end()
  } finally {
    ledger.close()
    store.close()
  }
}

/** A split made two sessions in one go: they are one edit to whoever takes it back. */
function lastEdit(edits: readonly Edit[]): Edit[] {
  const [last, ...before] = edits.filter(({ state }) => state === 'done')
  if (last === undefined)
    throw new EditError('nothing-to-do', 'no edit is left to undo', {
      remedy: '`skein lineage` tells what came of a session',
    })
  const other = before.find(({ id, pid }) => id === last.id - 1 && pid === last.pid)
  return last.kind === 'split' && other?.kind === 'split' ? [last, other] : [last]
}

function undoneJson({ to, kind, from }: Edit): object {
  return { undone: to.session, kind, from: from.session }
}

function undoneLines({ to, kind, from, made }: Edit): string[] {
  return [
    `Undone: the ${kind} of ${inertLine(from.session).slice(0, 8)} made ${minute(made)}.`,
    `The session ${to.session} is gone; the archive keeps it: skein restore ${to.session.slice(0, 8)}`,
  ]
}
