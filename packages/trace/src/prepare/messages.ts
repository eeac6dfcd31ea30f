import type { Origin } from '../spans/turn.ts'
import type { PreparedTurn, SessionTask } from './prepared-turn.ts'
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
  readonly turns: readonly PreparedTurn[]
  readonly bytes: number
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
