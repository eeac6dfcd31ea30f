import { hash } from 'node:crypto'
import type { Database } from '@skein/store'
import type { SpanKey } from '../wire/wire-span.ts'
import { hexOf, packedHex } from './packed.ts'
import { TranscriptMarks } from './transcript-marks.ts'

/** A batch that is noted as being sent. */
export interface Noted {
  readonly spans: readonly SpanKey[]
  /** Those that an earlier request may have brought already. */
  readonly again: ReadonlySet<SpanKey>
}

/**
 * What one target has taken.
 *
 * A span is claimed when it is lined up, noted when a request with it begins, and acknowledged when the answer says so.
 * From its note on nobody can know whether it was taken until an answer tells; a note without one, of this process or of
 * one that was killed, means that it may have been. Sending such a span again is counted.
 */
export class TargetLedger {
  readonly name: string
  readonly marks: TranscriptMarks
  readonly #db: Database
  readonly #id: number
  /** Lined up by this process and not settled yet: a copy in the next session must not line up too. */
  readonly #claimed = new Map<string, Set<string>>()
  /** By `message.id`. */
  readonly #claimedMessages = new Map<string, string>()

  constructor(db: Database, name: string, place: string | null) {
    this.name = name
    this.#db = db
    this.#id = idOf(db, name, place)
    this.marks = new TranscriptMarks(db, this.#id)
  }

  /** Spans of a trace that are not to be sent: taken, given up, or lined up. */
  settled(traceId: string): SettledSpans {
    const trace = packedHex(traceId)
    const row = this.#db
      .prepare('SELECT spans FROM trace_sent WHERE target = ? AND trace = ?')
      .get(this.#id, trace)
    const acknowledged = new Set(row === undefined ? [] : unpacked(row['spans'] as Uint8Array))
    const failed = this.#inState(trace, FAILED)
    return { acknowledged, failed, isClaimed: (spanId) => this.#claimed.get(traceId)?.has(spanId) === true }
  }

  /** Whether any span of a trace was taken, given up, or is on its way. */
  knows(traceId: string): boolean {
    const trace = packedHex(traceId)
    return this.#db.prepare(KNOWS).get(this.#id, trace, this.#id, trace) !== undefined
  }

  /** Whether a message went out as another span: the tokens of a copy would count twice. */
  isCopy(message: string, spanId: string): boolean {
    const claimed = this.#claimedMessages.get(message)
    if (claimed !== undefined) return claimed !== spanId
    const row = this.#db
      .prepare('SELECT span FROM trace_message WHERE target = ? AND message = ?')
      .get(this.#id, packedHex(messageName(message)))
    return row !== undefined && hexOf(row['span'] as Uint8Array) !== spanId
  }

  claim({ traceId, spanId, message }: SpanKey): void {
    const claimed = this.#claimed.get(traceId)
    if (claimed === undefined) this.#claimed.set(traceId, new Set([spanId]))
    else claimed.add(spanId)
    if (message !== null) this.#claimedMessages.set(message, spanId)
  }

  /** They are lined up no more; what they are noted as stays. */
  release(spans: readonly SpanKey[]): void {
    for (const { traceId, spanId, message } of spans) {
      const claimed = this.#claimed.get(traceId)
      claimed?.delete(spanId)
      if (claimed?.size === 0) this.#claimed.delete(traceId)
      if (message !== null) this.#claimedMessages.delete(message)
    }
  }

  /** Before a request: from now on they may have been taken. */
  note(spans: readonly SpanKey[]): Noted {
    return this.#db.write(() => {
      const again = new Set<SpanKey>()
      const sentBefore = new Map<string, ReadonlySet<string>>()
      for (const span of spans) {
        const before = sentBefore.get(span.traceId) ?? this.#inState(packedHex(span.traceId), SENT)
        sentBefore.set(span.traceId, before)
        if (before.has(span.spanId)) again.add(span)
      }
      this.#setState(spans, SENT)
      const messages = spans.flatMap(({ message, spanId }) =>
        message === null ? [] : [[messageName(message), spanId]],
      )
      if (messages.length > 0) this.#db.prepare(NOTE_MESSAGES).run(this.#id, JSON.stringify(messages))
      this.#count('resent', again.size)
      return { spans, again }
    })
  }

  /** The target took them. `rejected`: how many it says it did not want after all, no matter which. */
  acknowledge(
    { spans }: Noted,
    { now, rejected }: { readonly now: number; readonly rejected: number },
  ): void {
    this.#db.write(() => {
      const read = this.#db.prepare('SELECT spans FROM trace_sent WHERE target = ? AND trace = ?')
      const write = this.#db.prepare(ACKNOWLEDGE)
      const remove = this.#db.prepare(REMOVE)
      for (const [traceId, ids] of byTrace(spans)) {
        const trace = packedHex(traceId)
        const known = read.get(this.#id, trace)?.['spans'] as Uint8Array | undefined
        const taken = packedHex(ids.join(''))
        write.run(this.#id, trace, known === undefined ? taken : Buffer.concat([known, taken]))
        remove.run(this.#id, trace, JSON.stringify(ids))
      }
      this.#count('acknowledged', spans.length)
      this.#count('rejected', rejected)
      this.#db.prepare('UPDATE trace_target SET last_sent = ? WHERE id = ?').run(now, this.#id)
    })
    this.release(spans)
  }

  /** It is certain that the request did not bring them: as if it had never been. */
  takeBack({ spans, again }: Noted): void {
    this.#db.write(() => {
      const refused = spans.filter((span) => !again.has(span))
      this.#setState(refused, WAITING)
      const forget = this.#db.prepare(FORGET_MESSAGE)
      for (const { message, spanId } of refused)
        if (message !== null) forget.run(this.#id, packedHex(messageName(message)), packedHex(spanId))
      this.#count('resent', -again.size)
    })
  }

  /** The target will never take them: they are not tried again unless somebody asks for it. */
  giveUp({ spans, again }: Noted): void {
    this.takeBack({ spans, again: new Set() })
    this.#db.write(() => {
      this.#setState(spans, FAILED)
      this.#count('resent', -again.size)
    })
    this.release(spans)
  }

  noteError(line: string, now: number): void {
    this.#db
      .prepare('UPDATE trace_target SET last_error = ?, last_error_at = ? WHERE id = ?')
      .run(line, now, this.#id)
  }

  /** Spans of a trace that are not acknowledged, by their state. */
  #inState(trace: Uint8Array, state: number): ReadonlySet<string> {
    const found = new Set<string>()
    for (const { span } of this.#db.prepare(IN_STATE).iterate(this.#id, trace, state))
      found.add(hexOf(span as Uint8Array))
    return found
  }

  /** One statement a trace: a history has hundreds of thousands of spans. */
  #setState(spans: readonly SpanKey[], state: number): void {
    const note = this.#db.prepare(NOTE)
    for (const [traceId, ids] of byTrace(spans))
      note.run(this.#id, packedHex(traceId), state, JSON.stringify(ids))
  }

  #count(column: 'acknowledged' | 'resent' | 'rejected', by: number): void {
    if (by !== 0)
      this.#db.prepare(`UPDATE trace_target SET ${column} = ${column} + ? WHERE id = ?`).run(by, this.#id)
  }
}

/** Spans of one trace, by what became of them. */
export interface SettledSpans {
  readonly acknowledged: ReadonlySet<string>
  readonly failed: ReadonlySet<string>
  readonly isClaimed: (spanId: string) => boolean
}

/** States of a span that is not acknowledged. */
export const WAITING = 0
/** A request with it began, and no answer said what became of it. */
export const SENT = 1
export const FAILED = 2

const KNOWS = `SELECT 1 FROM trace_sent WHERE target = ? AND trace = ?
  UNION ALL SELECT 1 FROM trace_pending WHERE target = ? AND trace = ? LIMIT 1`
const IN_STATE = 'SELECT span FROM trace_pending WHERE target = ? AND trace = ? AND state = ?'
// Lists go in as JSON, ids in hexadecimal. `WHERE true` tells a conflict from a join.
const NOTE = `INSERT INTO trace_pending SELECT ?, ?, unhex(value), ? FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET state = excluded.state`
const NOTE_MESSAGES = `INSERT INTO trace_message SELECT ?, unhex(value ->> 0), unhex(value ->> 1) FROM json_each(?) WHERE true
  ON CONFLICT DO NOTHING`
const FORGET_MESSAGE = 'DELETE FROM trace_message WHERE target = ? AND message = ? AND span = ?'
const ACKNOWLEDGE = 'INSERT INTO trace_sent VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET spans = excluded.spans'
const REMOVE = `DELETE FROM trace_pending
  WHERE target = ? AND trace = ? AND span IN (SELECT unhex(value) FROM json_each(?))`

function idOf(db: Database, name: string, place: string | null): number {
  const known = db.prepare('SELECT id, place FROM trace_target WHERE name = ?').get(name)
  if (known !== undefined && (place === null || known['place'] === place)) return Number(known['id'])
  return db.write(() => {
    const row = db
      .prepare(
        'INSERT INTO trace_target (name, place) VALUES (?, ?) ON CONFLICT DO UPDATE SET place = excluded.place RETURNING id',
      )
      .get(name, place ?? '')
    return Number(row?.['id'])
  })
}

function unpacked(spans: Uint8Array): string[] {
  return hexOf(spans).match(/.{16}/g) ?? []
}

/** Ids of spans by their trace. */
function byTrace(spans: readonly SpanKey[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { traceId, spanId } of spans) {
    const ids = found.get(traceId)
    if (ids === undefined) found.set(traceId, [spanId])
    else ids.push(spanId)
  }
  return found
}

/** 12 bytes of a hash: ids of messages have 24 letters, and a history millions of them. */
function messageName(message: string): string {
  return hash('sha256', message, 'hex').slice(0, 24)
}
