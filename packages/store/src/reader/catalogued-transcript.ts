import type { SessionPlace } from '../files/session/session-place.ts'

/** A transcript of the catalogue: of a session or of one of its sub-agents. */
export interface CataloguedTranscript extends SessionPlace {
  readonly path: string
  readonly place: 'disk' | 'archive'
  /** Bytes, as last seen. */
  readonly size: number
}

/** Which transcripts: those that fit all that is given. `agent: null` leaves sub-agents out. */
export interface TranscriptFilter extends Partial<SessionPlace> {
  readonly paths?: readonly string[]
}
