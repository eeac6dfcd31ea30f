import type { Database, Row, Value } from '../../database.ts'
import { CHUNK, insertMessages, MESSAGE_COLUMNS, messageIn, valuesOf } from './message-rows.ts'
import { isLarger, OwnUsage, type MessageUse } from './counted-usage.ts'
import { ownerOf, type MessageCopy } from './messages-owner.ts'
import { mergeMessages } from './merge-messages.ts'
import type { FileMessage } from './messages.ts'

export interface MessageFile {
  readonly id: number
  readonly session: string
}

/**
 * The `message` table, with one owner for each key, whose row has the usage of the largest copy.
 *
 * Contract: `put`, `remove`, `rename` and `settle` run inside one transaction, `settle` at its end: it writes what was put,
 * and looks for the owners of keys that may have another one now, and of no others.
 */
export class MessageTableWriter {
  readonly #db: Database
  readonly #own: OwnUsage
  #waiting: WaitingMessage[] = []
  /** Keys that stand in several files, or did. */
  readonly #unsettled = new Set<string>()
  #written = 0

  constructor(db: Database) {
    this.#db = db
    this.#own = new OwnUsage(db)
  }

  /** Rows written so far. */
  get written(): number {
    return this.#written
  }

  /** Adds the messages that new lines of a file tell of. */
  put(file: MessageFile, messages: readonly FileMessage[]): void {
    for (const message of messages) this.#waiting.push({ file, message })
  }

  /** Takes all messages of a file out. */
  remove(fileId: number): void {
    for (const key of this.#own.lentBy(fileId)) this.#unsettled.add(key)
    this.#own.forgetFile(fileId)
    // They go with all their messages: taken off one by one, each would look at the rest for its first and last time.
    this.#db.prepare('DELETE FROM usage_sum WHERE file = ?').run(fileId)
    for (const { key, owner } of this.#db.prepare(DELETE).all(fileId)) {
      this.#written++
      if (owner === 1) this.#unsettled.add(String(key))
    }
  }

  /** A flat sub-agent's session is known from the first row that names it. */
  rename({ id, session }: MessageFile): void {
    for (const { key } of this.#db.prepare(RENAME).all(session, id)) {
      this.#written++
      this.#unsettled.add(String(key))
    }
  }

  settle(): void {
    // In the order of the table, so that neighbours are written together.
    const waiting = mergedByFile(this.#waiting.sort((a, b) => order(a.message.key, b.message.key)))
    this.#waiting = []
    for (let from = 0; from < waiting.length; from += CHUNK) this.#write(waiting.slice(from, from + CHUNK))
    for (const key of this.#unsettled) this.#settleKey(key)
    this.#unsettled.clear()
  }

  /** Makes one row of several of one message in a file, and finds the owners of messages that stand in several files. */
  joinCopies(): void {
    for (const { key, file } of this.#db.prepare(TWICE).all()) {
      const [first, ...others] = this.#db.prepare(ROWS).all(key, file)
      for (const { id } of others) this.#db.prepare('DELETE FROM message WHERE rowid = ?').run(id)
      this.#update(Number(file), others.map(messageIn).reduce(mergeMessages, messageIn(first)))
      this.#written += others.length
    }
    for (const { key } of this.#db.prepare(SHARED).all()) this.#settleKey(String(key))
    this.#unsettled.clear()
  }

  #write(chunk: readonly WaitingMessage[]): void {
    const known = this.#known(chunk)
    const fresh: WaitingMessage[] = []
    for (const waiting of chunk) {
      const { file, message } = waiting
      const stored = known.get(message.key)?.find((row) => row['file'] === file.id)
      if (stored === undefined) fresh.push(waiting)
      else {
        if ('lender' in stored) this.#own.forget(message.key, file.id)
        this.#update(file.id, mergeMessages(messageIn(stored), message))
      }
    }
    this.#insert(fresh, known)
  }

  /** What the table has of some keys. */
  #known(chunk: readonly WaitingMessage[]): Map<string, Row[]> {
    const known = new Map<string, Row[]>()
    const keys = JSON.stringify(chunk.map(({ message }) => message.key))
    for (const row of this.#own.restored(this.#db.prepare(SELECT).all(keys), keys)) {
      const key = String(row['key'])
      known.set(key, [...(known.get(key) ?? []), row])
    }
    return known
  }

  #insert(fresh: readonly WaitingMessage[], known: ReadonlyMap<string, Row[]>): void {
    const values: Value[] = []
    let before = ''
    for (const { file, message } of fresh) {
      const { key } = message
      const isFirst = key !== before && !known.has(key) && !this.#unsettled.has(key)
      // A key that no other file has is its file's at once.
      values.push(key, file.id, isFirst ? 1 : 0, file.session, ...valuesOf(message))
      if (!isFirst) this.#unsettled.add(key)
      before = key
    }
    this.#written += fresh.length
    insertMessages(this.#db, values)
  }

  #update(fileId: number, message: FileMessage): void {
    this.#db.prepare(UPDATE).run(...valuesOf(message), message.key, fileId)
    this.#written++
    // Its time or its mark may decide otherwise now.
    this.#unsettled.add(message.key)
  }

  #settleKey(key: string): void {
    const rows = this.#own.restored(this.#db.prepare(COPIES).all(key), JSON.stringify([key]))
    const [first, ...others] = rows.map(copyIn)
    if (first === undefined) return
    const copies = [first, ...others] as const
    const owner = ownerOf(copies)
    for (const copy of copies) {
      if ('lender' in copy.row) this.#own.takeBack(copy.row)
      if (copy.owns === (copy === owner)) continue
      this.#db.prepare(SET_OWNER).run(copy === owner ? 1 : 0, key, copy.row['file'])
      this.#written++
    }
    const largest = copies.reduce((best, copy) => (isLarger(copy.use, best.use) ? copy : best), owner)
    if (largest === owner) return
    this.#own.lend(owner.row, largest.row)
    this.#written++
  }
}

interface WaitingMessage {
  readonly file: MessageFile
  readonly message: FileMessage
}

const UPDATE = `UPDATE message SET ${MESSAGE_COLUMNS.map((name) => `${name} = ?`).join(', ')} WHERE key = ? AND file = ?`
const SELECT = 'SELECT * FROM message WHERE key IN (SELECT value FROM json_each(?))'
const DELETE = 'DELETE FROM message WHERE file = ? RETURNING key, owner'
const RENAME = 'UPDATE message SET session = ? WHERE file = ? RETURNING key'
const SET_OWNER = 'UPDATE message SET owner = ? WHERE key = ? AND file = ?'
const TWICE = 'SELECT key, file FROM message GROUP BY key, file HAVING count(*) > 1'
/** In file order: that is how they were put in. */
const ROWS = 'SELECT rowid AS id, * FROM message WHERE key = ? AND file = ? ORDER BY rowid'
const SHARED = 'SELECT key FROM message GROUP BY key HAVING count(*) > 1'
const COPIES = `
  SELECT message.*, file.path
  FROM message JOIN file ON file.id = message.file WHERE message.key = ?`

interface StoredCopy extends MessageCopy {
  readonly row: Row
  readonly owns: boolean
  readonly use: MessageUse
}

function copyIn(row: Row): StoredCopy {
  return {
    row,
    use: messageIn(row),
    owns: row['owner'] === 1,
    forked: row['forked'] === 1,
    time: row['time'] === null ? null : Number(row['time']),
    session: String(row['session']),
    path: String(row['path']),
  }
}

/** Deltas of one file may wait together; those of a key stand next to each other, in file order. */
function mergedByFile(sorted: readonly WaitingMessage[]): WaitingMessage[] {
  const merged: WaitingMessage[] = []
  for (const waiting of sorted) {
    let at = merged.length - 1
    while (
      at >= 0 &&
      merged[at].message.key === waiting.message.key &&
      merged[at].file.id !== waiting.file.id
    )
      at--
    if (at >= 0 && merged[at].message.key === waiting.message.key)
      merged[at] = { file: waiting.file, message: mergeMessages(merged[at].message, waiting.message) }
    else merged.push(waiting)
  }
  return merged
}

/** As SQLite compares text, for the keys there are; another order costs time, nothing else. */
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
