import { openSession, type FoundSession, type Store } from '@skein/store'
import { shown, type OpenTranscript } from '../file/open-transcript.ts'
import { inertLine } from '../terminal/inert.ts'
import { Progress } from '../terminal/progress.ts'

/** Opens a session of the catalogue, wherever its bytes are. */
export async function openFound(store: Store, session: FoundSession): Promise<OpenTranscript> {
  const { id, root, project } = session
  const progress = new Progress()
  const onProgress = (done: number, total: number): void => progress.at(done, total)
  try {
    const open = await openSession(store.home, { root, project, session: id, agent: null }, { onProgress })
    const main = shown({ ...open.main, close: open.close })
    const original = open.main.path === open.path ? {} : { original: open.path }
    return { ...main, ...original, ...(await knownOf(store, session)) }
  } finally {
    progress.end()
  }
}

/** What is known of a session beside its transcript. */
export type Known = Pick<OpenTranscript, 'title' | 'relations'>

/** What the catalogue knows of a session and its transcript does not; prompts are the transcript's own. */
export async function knownOf(store: Store, { id, path }: Pick<FoundSession, 'id' | 'path'>): Promise<Known> {
  const { sessions } = await store.list({ ids: [id] })
  const listed = sessions.find((session) => session.path === path)
  if (listed === undefined) return { relations: [] }
  const { title, relations } = listed
  const isGiven = title.from !== 'prompt' && title.from !== 'none'
  return { relations, ...(isGiven ? { title: inertLine(title.text) } : {}) }
}
