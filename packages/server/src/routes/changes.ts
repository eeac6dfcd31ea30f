import { statSync } from 'node:fs'
import { assertPlain, assertTitle, EditError, labelSession, type Label } from '@skein/edit'
import { archiveAll, restore, type CataloguedTranscript, type FoundTranscript } from '@skein/store'
import type { ServerContext } from '../context.ts'
import { changeableSession } from '../sessions/changeable.ts'
import { sessionByKey } from '../sessions/session-keys.ts'
import { answer, DONE, type Routes } from './answer.ts'
import { badRequest, unknown } from './failure.ts'

/** What people do to a session that makes no other of it. */
export function changeRoutes(app: Routes, context: ServerContext): void {
  const { store, seen, home } = context

  answer(app, 'POST /api/sessions/:session/seen', async ({ params, body }) => {
    const { root, project, session } = await sessionByKey(store, params.session)
    seen.see({ root, project, id: session }, Math.min(body.time, context.now()))
    return DONE
  })

  answer(app, 'POST /api/sessions/:session/title', async ({ params, body }) => {
    assertTitle(body.title)
    await label(params.session, { title: body.title })
    return DONE
  })

  answer(app, 'POST /api/sessions/:session/tags', async ({ params, body }) => {
    if (body.tags.length > 1) throw badRequest('tags', 'Claude Code keeps one tag a session')
    const [tag = ''] = body.tags
    assertPlain(tag)
    await label(params.session, { tag })
    return DONE
  })

  answer(app, 'POST /api/sessions/:session/archive', async ({ params, signal }) => {
    const { root, project, session, place } = await changeableSession(context, params.session)
    const files = (await store.transcripts({ root, project, session })).flatMap(onDisk)
    if (files.length === 0 && place === 'disk') throw unknown('session')
    await archiveAll(home, files, { signal })
    return DONE
  })

  answer(app, 'POST /api/sessions/:session/restore', async ({ params, signal }) => {
    const { session, root, project } = await changeableSession(context, params.session)
    await restore(home, session, { root, project, signal })
    await store.refresh()
    return DONE
  })

  async function label(key: string, what: Label): Promise<void> {
    const { path, place } = await changeableSession(context, key)
    if (place !== 'disk')
      throw new EditError('in-use', 'only the archive has this session', { remedy: 'restore it first' })
    await labelSession(path, what, { home })
    await store.refresh()
  }
}

/** As the archive wants them; what is gone is passed over. */
function onDisk({ path, root, project, session, agent }: CataloguedTranscript): FoundTranscript[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isFile() !== true) return []
  return [{ path, root, project, session, agent, inode: stat.ino, size: stat.size, mtime: stat.mtimeMs }]
}
