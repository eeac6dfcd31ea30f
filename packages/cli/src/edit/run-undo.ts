import { EditError, Ledger, undoEdit, type Edit } from '@skein/edit'
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
  const { store } = await openStore({ ...flags, refresh: false })
  const ledger = Ledger.open(store.home)
  try {
    const edit = chosen(ledger.edits(), name)
    await undoEdit(store.home, ledger, edit)
    if (flags.json)
      await writeJson(screen.out, { undone: edit.to.session, kind: edit.kind, from: edit.from.session })
    else
      await screen.out.lines([
        `Undone: the ${edit.kind} of ${inertLine(edit.from.session).slice(0, 8)} made ${minute(edit.made)}.`,
        `The session ${edit.to.session} is gone; the archive keeps it: skein restore ${edit.to.session.slice(0, 8)}`,
      ])
    await screen.out.end()
  } finally {
    ledger.close()
    store.close()
  }
}

function chosen(edits: readonly Edit[], name: string | undefined): Edit {
  const done = edits.filter(({ state }) => state === 'done')
  if (name === undefined) {
    const [last] = done
    if (last !== undefined) return last
    throw new EditError('nothing-to-do', 'no edit is left to undo', {
      remedy: '`skein lineage` tells what came of a session',
    })
  }
  return editThatMade(edits, name)
}
