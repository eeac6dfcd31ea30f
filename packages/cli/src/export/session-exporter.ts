import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SessionExporter } from '@skein/server'
import { masked } from '../session/mask.ts'
import { sessionExport } from '@skein/view'
import { aboutOf, toldOf } from '../session/whole.ts'
import { openFound } from '../store/open-found.ts'

/** What `skein export` writes, for the server: the same pieces, with turns for other requests between them. */
export const sessionExporter: SessionExporter = async function* (store, found, { format, redact }) {
  const session = await openFound(store, { ...found, title: '', cwd: '', lastTime: 0 })
  try {
    const opened = masked(session, redact ? { redact } : {})
    const told = toldOf(opened, true)
    const pieces = sessionExport(format, { about: aboutOf(opened, told.session), told, images: !redact })
    let length = 0
    for (const piece of pieces) {
      yield piece
      length += piece.length
      if (length < TURN_SIGNS) continue
      length = 0
      await nextTurn()
    }
  } finally {
    session.close()
  }
}

/** A few milliseconds of work. */
const TURN_SIGNS = 64 * 1024
