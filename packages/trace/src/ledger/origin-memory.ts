import type { Database } from '@skein/store'
import type { Origin } from '../spans/turn.ts'
import { packedUuid, uuidOf } from './packed.ts'

/**
 * Which place a prompt's uuid was first seen in. `--fork-session` copies uuids into another session and says nothing: who
 * is seen first is the origin, for all targets and for ever.
 */
export class OriginMemory {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  originOf(uuid: string): Origin | null {
    const row = this.#db
      .prepare('SELECT origin_session, origin_uuid FROM trace_origin WHERE uuid = ?')
      .get(packedUuid(uuid))
    if (row === undefined) return null
    // Written below, as packed ids.
    const [session, origin] = [row['origin_session'], row['origin_uuid']] as [Uint8Array, Uint8Array]
    return { session: uuidOf(session), uuid: uuidOf(origin) }
  }

  /** Remembers the origin of a uuid, unless another process was first; gives the one that counts. */
  remember(uuid: string, origin: Origin): Origin {
    this.#db
      .prepare('INSERT INTO trace_origin VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .run(packedUuid(uuid), packedUuid(origin.session), packedUuid(origin.uuid))
    return this.originOf(uuid) ?? origin
  }
}
