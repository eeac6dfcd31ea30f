import type { CataloguedTranscript } from '@skein/store'
import type { ServerContext } from '../context.ts'
import { ApiFailure } from '../errors.ts'
import { sessionByKey } from './session-keys.ts'

/** The session that a key names, where anything may be done with it: the bundled ones are only there to be looked at. */
export async function changeableSession(
  { store, demo }: ServerContext,
  key: string,
): Promise<CataloguedTranscript> {
  const session = await sessionByKey(store, key)
  if (demo)
    throw new ApiFailure(409, 'demo', 'the bundled sessions cannot be changed', {
      remedy: 'start a session of your own with Claude Code',
    })
  return session
}
