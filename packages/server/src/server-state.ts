import { openState, SavedQueries, SeenSessions, type Database, type SkeinHome } from '@skein/store'
import { AUTH_STATE } from './auth/auth-state.ts'

/** `state.db` with all the parts that the server and the commands beside it use. */
export function openServerState(home: SkeinHome): Database {
  return openState(home, [SavedQueries.state, SeenSessions.state, AUTH_STATE])
}
