import type { Origin } from '../spans/turn.ts'
import type { PreparedTurn, SessionTask, SpannedTurn } from './prepared-turn.ts'
import type { SessionSight } from './session-preparation.ts'

/*
 * What the threads that prepare sessions are told, and tell. A session is read as soon as it is handed over; then the thread
 * asks where its prompts come from, which is answered in the order of the history, and goes on with the answers.
 */

export type ToThread =
  | { readonly kind: 'session'; readonly job: number; readonly task: SessionTask }
  /** Null: every prompt comes from where it says itself. */
  | { readonly kind: 'origins'; readonly job: number; readonly answers: readonly Origin[] | null }
  /** So much of what it sent has been taken. */
  | { readonly kind: 'taken'; readonly bytes: number }

export type FromThread =
  | { readonly kind: 'asked'; readonly job: number; readonly places: readonly Origin[] }
  | TurnsMessage
  | { readonly kind: 'done'; readonly job: number; readonly sight: SessionSight }
  | ({ readonly kind: 'failed'; readonly job: number } & SentError)

export interface TurnsMessage {
  readonly kind: 'turns'
  readonly job: number
  readonly turns: readonly SentTurn[]
  readonly bytes: number
}

export type SentTurn = Exclude<PreparedTurn, SpannedTurn> | SentSpans

export interface SentSpans extends Omit<SpannedTurn, 'json'> {
  /** All spans' JSON, and where each of them ends. */
  readonly text: Uint8Array
  readonly ends: readonly number[]
}

/** A failure with what a message between threads would lose of it. */
export interface SentError {
  readonly error: unknown
  readonly fields: Readonly<Record<string, unknown>>
}

export function sentError(error: unknown): SentError {
  return { error, fields: error instanceof Error ? Object.fromEntries(Object.entries(error)) : {} }
}

export function receivedError({ error, fields }: SentError): unknown {
  return error instanceof Error ? Object.assign(error, fields) : error
}

export function receivedTurn(turn: SentTurn): PreparedTurn {
  if (turn.kind !== 'spans') return turn
  const { kind, traceId, spans, text, ends } = turn
  return { kind, traceId, spans, json: ends.map((end, i) => text.subarray(i === 0 ? 0 : ends[i - 1], end)) }
}
