import { setImmediate as nextTurn } from 'node:timers/promises'
import { FIRST_PAGE } from '../api/api.ts'
import type { ServerContext } from '../context.ts'
import { errorFields } from '../lifecycle/logger.ts'
import type { OpenSession } from './open-session.ts'

/**
 * Opens the sessions that were worked in last, one after the other: most likely one of them is asked for first. What reads
 * them is compiled by the way, so that any other is there sooner too. It ends as soon as somebody asks for a session, or
 * the signal says so.
 */
export async function openNewest(context: ServerContext, signal: AbortSignal): Promise<void> {
  const { refresher, sessions, store, log } = context
  await refresher.idle()
  const isWanted = (): boolean => !signal.aborted && sessions.asked === 0
  if (!isWanted()) return
  let room = MOST_BYTES
  const newest = await store.list({}, { limit: MOST_OPENED })
  for (const { id, ...session } of newest.sessions) {
    if (session.place !== 'disk' || session.size > room) continue
    room -= session.size
    try {
      const firstPage = ({ model }: OpenSession) => void model.view({ maxBytes: FIRST_PAGE })
      for (const _piece of sessions.opening({ ...session, session: id, agent: null }, firstPage)) {
        await nextTurn()
        if (!isWanted()) return
      }
    } catch (error) {
      // Gone since the catalogue was made, or out of reach: whoever asks for it is told.
      log.warn('a session could not be opened', errorFields(error))
    }
  }
}

const MOST_OPENED = 8
const MOST_BYTES = 64 * 1024 * 1024
