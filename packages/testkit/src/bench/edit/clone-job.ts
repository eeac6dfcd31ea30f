import { join } from 'node:path'
import { cloneSession, Ledger, openEditSession, prepareEdit } from '@skein/edit'
import { skeinHome } from '@skein/store'
import { inFolder } from './in-folder.ts'

/** A whole clone into an empty folder: read, written, read back, checked, published and noted in the ledger. */
export async function cloneInto(folder: string, path: string): Promise<number> {
  const home = skeinHome({ SKEIN_HOME: join(folder, 'skein') })
  const session = await openEditSession(home, { file: path })
  const ledger = Ledger.open(home)
  try {
    const target = { sessionId: COPY, root: folder, folder: join(folder, 'projects', 'copy'), cwd: null }
    const edit = prepareEdit(cloneSession(session), target, 'beside')
    await edit.publish(ledger, {})
    return session.main.transcript.rowCount
  } finally {
    ledger.close()
    session.close()
  }
}

export function cloneOnce(path: string): Promise<number> {
  return inFolder((folder) => cloneInto(folder, path))
}

const COPY = 'c0b1e500-0000-4000-8000-000000000002'
