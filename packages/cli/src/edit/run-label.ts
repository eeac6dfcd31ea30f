import { assertPlain, assertTitle, EditError, labelSession, type Label } from '@skein/edit'
import { skeinHome } from '@skein/store'
import { foundSession } from '../session/found-session.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type ScreenOptions } from '../terminal/screen.ts'

export interface LabelFlags extends ScreenOptions, StoreFlags {
  readonly json?: true
  readonly force?: true
}

/** Gives a session a title or a tag. */
export async function runLabel(name: string, label: Label, flags: LabelFlags): Promise<void> {
  if ('title' in label) assertTitle(label.title)
  else assertPlain(label.tag)
  const screen = openScreen(flags)
  const { store } = await openStore(flags)
  try {
    const { id, path, place } = await foundSession(store, name, 'edit')
    if (place !== 'disk')
      throw new EditError('not-found', 'only the archive has this session', {
        remedy: `\`skein restore ${id.slice(0, 8)}\` gives it back first`,
      })
    await labelSession(path, label, { home: skeinHome(process.env), force: flags.force === true })
    if (flags.json) await writeJson(screen.out, { session: id, ...label })
    else await screen.out.line(`${inertLine(id).slice(0, 8)}: ${told(label)}`)
    await screen.out.end()
  } finally {
    store.close()
  }
}

function told(label: Label): string {
  if ('title' in label) return `the title is "${inertLine(label.title)}"`
  return label.tag === '' ? 'no tag' : `the tag is "${inertLine(label.tag)}"`
}
