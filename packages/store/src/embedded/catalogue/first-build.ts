import { MESSAGE_INDEXES } from '../db/cache-schema.ts'
import type { Database, Value } from '../../database.ts'
import { FILL_USAGE_SUMS, USAGE_TRIGGERS } from '../db/usage-rollup.ts'
import { setStamp, stampOf } from '../db/stamps.ts'
import { CHUNK, insertMessages } from './message-rows.ts'
import { pushValues, type PackedMessages } from './messages-packed.ts'
import { MessageTableWriter, type MessageFile } from './messages-table.ts'

/**
 * The first filling of an empty catalogue. While it lasts, `message` only grows: indexes, owners and sums are made when it
 * ends, of all rows at once, which costs a fraction of keeping them in step with each.
 *
 * Contract: the stamp `build` and the schema change in one transaction, so every transaction knows which way it has to
 * write, whoever began the build. It ends with the refresh that began it; if that was killed, when the catalogue is
 * opened next.
 */
export function beginBuild(db: Database): void {
  if (!isEmpty(db)) return
  db.write(() => {
    if (!isEmpty(db) || isBuilding(db)) return
    db.exec(DROP_ALL)
    setStamp(db, 'build', 'open')
  })
}

export function isBuilding(db: Database): boolean {
  return stampOf(db, 'build') === 'open'
}

/** Ends a build, if there is one. Runs in a transaction. Returns how many rows of `message` were written. */
export function endBuild(db: Database): number {
  if (!isBuilding(db)) return 0
  db.exec(MESSAGE_INDEXES)
  const messages = new MessageTableWriter(db)
  messages.joinCopies()
  db.exec(FILL_USAGE_SUMS)
  db.exec(USAGE_TRIGGERS)
  setStamp(db, 'build', '')
  return messages.written
}

/** Puts messages in while a build lasts: `flush` comes before each commit. */
export class BuildMessages {
  readonly #db: Database
  #values: Value[] = []
  #waiting = 0

  constructor(db: Database) {
    this.#db = db
  }

  put({ id, session }: MessageFile, messages: PackedMessages): void {
    messages.keys.forEach((key, i) => {
      this.#values.push(key, id, 1, session)
      pushValues(this.#values, messages, i)
      if (++this.#waiting === CHUNK) this.flush()
    })
  }

  flush(): void {
    insertMessages(this.#db, this.#values)
    this.#values = []
    this.#waiting = 0
  }
}

function isEmpty(db: Database): boolean {
  return db.prepare('SELECT 1 FROM file LIMIT 1').get() === undefined
}

const DROP_ALL = `
  DROP INDEX message_key;
  DROP INDEX message_file;
  DROP TRIGGER message_added;
  DROP TRIGGER message_removed;
  DROP TRIGGER message_changed;
`
