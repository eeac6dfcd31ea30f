import type { Database, Row, Value } from '../db/database.ts'
import { ownerOf, type MessageCopy } from './messages-owner.ts'
import { mergeMessages, type FileMessage } from './messages.ts'

export interface MessageFile {
  readonly id: number
  readonly session: string
}

/**
 * The `message` table, with one owner for each key.
 *
 * Contract: `put`, `remove`, `rename` and `settle` run inside one transaction, `settle` at its end: it writes what was put,
 * and looks for the owners of keys that may have another one now, and of no others.
 */
export class MessageTableWriter {
  readonly #db: Database
  #waiting: WaitingMessage[] = []
  /** Keys that stand in several files, or did. */
  readonly #unsettled = new Set<string>()
  #written = 0

  constructor(db: Database) {
    this.#db = db
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

  #write(chunk: readonly WaitingMessage[]): void {
    const known = this.#known(chunk)
    const fresh: WaitingMessage[] = []
    for (const waiting of chunk) {
      const { file, message } = waiting
      const stored = known.get(message.key)?.find((row) => row['file'] === file.id)
      if (stored === undefined) fresh.push(waiting)
      else this.#update(file.id, mergeMessages(messageIn(stored), message))
    }
    this.#insert(fresh, known)
  }

  /** What the table has of some keys. */
  #known(chunk: readonly WaitingMessage[]): Map<string, Row[]> {
    const known = new Map<string, Row[]>()
    const keys = JSON.stringify(chunk.map(({ message }) => message.key))
    for (const row of this.#db.prepare(SELECT).all(keys)) {
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
    if (fresh.length === CHUNK) return this.#db.prepare(INSERT_CHUNK).run(...values)
    const width = INSERT_COLUMNS.length
    for (let from = 0; from < values.length; from += width)
      this.#db.prepare(INSERT).run(...values.slice(from, from + width))
  }

  #update(fileId: number, message: FileMessage): void {
    this.#db.prepare(UPDATE).run(...valuesOf(message), message.key, fileId)
    this.#written++
    // Its time or its mark may decide otherwise now.
    this.#unsettled.add(message.key)
  }

  #settleKey(key: string): void {
    const [first, ...others] = this.#db.prepare(COPIES).all(key).map(copyIn)
    if (first === undefined) return
    const owner = ownerOf([first, ...others])
    for (const copy of [first, ...others]) {
      if (copy.owns === (copy === owner)) continue
      this.#db.prepare(SET_OWNER).run(copy === owner ? 1 : 0, key, copy.file)
      this.#written++
    }
  }
}

interface WaitingMessage {
  readonly file: MessageFile
  readonly message: FileMessage
}

/** Rows of one statement. Calling SQLite costs more than a row does. */
const CHUNK = 64

const MESSAGE_COLUMNS = [
  'forked',
  'side',
  'time',
  'offset',
  'model',
  'tier',
  'tools',
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'web_searches',
  'web_fetches',
]

const INSERT_COLUMNS = ['key', 'file', 'owner', 'session', ...MESSAGE_COLUMNS]

const ROW = `(${INSERT_COLUMNS.map(() => '?').join(', ')})`
const INSERT = `INSERT INTO message (${INSERT_COLUMNS.join(', ')}) VALUES ${ROW}`
const INSERT_CHUNK = `${INSERT}${`, ${ROW}`.repeat(CHUNK - 1)}`
const UPDATE = `UPDATE message SET ${MESSAGE_COLUMNS.map((name) => `${name} = ?`).join(', ')} WHERE key = ? AND file = ?`
const SELECT = 'SELECT * FROM message WHERE key IN (SELECT value FROM json_each(?))'
const DELETE = 'DELETE FROM message WHERE file = ? RETURNING key, owner'
const RENAME = 'UPDATE message SET session = ? WHERE file = ? RETURNING key'
const SET_OWNER = 'UPDATE message SET owner = ? WHERE key = ? AND file = ?'
const COPIES = `
  SELECT message.file, message.owner, message.forked, message.time, message.session, file.path
  FROM message JOIN file ON file.id = message.file WHERE message.key = ?`

/** In the order of `MESSAGE_COLUMNS`. */
function valuesOf({ forked, side, time, offset, model, tier, tools, tokens }: FileMessage): Value[] {
  return [
    forked ? 1 : 0,
    side ? 1 : 0,
    time,
    offset,
    model,
    tier,
    tools.join('\n'),
    tokens.input,
    tokens.output,
    tokens.cacheRead,
    tokens.cacheWrite5m,
    tokens.cacheWrite1h,
    tokens.webSearches,
    tokens.webFetches,
  ]
}

/** The message of a row of the table. */
export function messageIn(row: Row): FileMessage {
  return {
    key: String(row['key']),
    forked: row['forked'] === 1,
    side: row['side'] === 1,
    time: row['time'] === null ? null : Number(row['time']),
    offset: Number(row['offset']),
    model: String(row['model']),
    tier: String(row['tier']),
    tools: row['tools'] === '' ? [] : String(row['tools']).split('\n'),
    tokens: {
      input: Number(row['input']),
      output: Number(row['output']),
      cacheRead: Number(row['cache_read']),
      cacheWrite5m: Number(row['cache_write_5m']),
      cacheWrite1h: Number(row['cache_write_1h']),
      webSearches: Number(row['web_searches']),
      webFetches: Number(row['web_fetches']),
    },
  }
}

function copyIn(row: Row): MessageCopy & { readonly file: number; readonly owns: boolean } {
  return {
    file: Number(row['file']),
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
