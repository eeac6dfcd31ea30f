import { EditError, Ledger, type Replacement } from '@skein/edit'
import { Redactor, shownValue } from '@skein/redact'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { whole } from '../terminal/figures.ts'
import { inert } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type Screen, type ScreenOptions } from '../terminal/screen.ts'
import { widthOf } from '../terminal/width.ts'
import { wrap } from '../terminal/wrap.ts'
import { editThatMade } from './edit-that-made.ts'

export interface OriginalsFlags extends ScreenOptions, StoreFlags {
  readonly changed?: true
}

/** Shows what an edit replaced: old and new side by side. */
export async function runOriginals(name: string, flags: OriginalsFlags): Promise<void> {
  const screen = openScreen(flags, { long: true, wide: true })
  const { store } = await openStore(flags)
  const ledger = Ledger.open(store.home)
  try {
    const edit = await editThatMade(ledger.edits(), name, store)
    const replaced = ledger.originals(edit.id).filter(({ fellBack }) => !(fellBack && flags.changed))
    if (replaced.length === 0)
      throw new EditError('nothing-to-do', 'the edit replaced no text, or was undone', {
        remedy: 'name a session that `skein compress` made',
      })
    const secrets = new Redactor()
    const shown = replaced.map((one) => shownValue(one, secrets))
    if (flags.json)
      await writeJson(screen.out, { session: edit.to.session, from: edit.from.session, texts: shown })
    else for (const one of shown) await screen.out.lines(sideBySide(one, screen))
    await screen.out.end()
  } finally {
    ledger.close()
    store.close()
  }
}

function sideBySide(one: Replacement, { style, width }: Screen): string[] {
  const half = Math.floor((width - GAP.length) / 2)
  const before = wrap(inert(one.original), half)
  const now = wrap(inert(one.text), half)
  const head = one.fellBack
    ? 'kept as it was: the engine failed'
    : `${whole(one.original.length)} → ${whole(one.text.length)} characters, ${one.engine}`
  return [
    `${style.bold(one.uuid.slice(0, 8))}  ${style.dim(head)}`,
    ...Array.from({ length: Math.max(before.length, one.fellBack ? 0 : now.length) }, (_, i) => {
      const left = before[i] ?? ''
      const right = one.fellBack ? '' : (now[i] ?? '')
      return `${style.dim(left)}${' '.repeat(Math.max(0, half - widthOf(left)))}${GAP}${right}`.trimEnd()
    }),
    '',
  ]
}

const GAP = ' │ '
